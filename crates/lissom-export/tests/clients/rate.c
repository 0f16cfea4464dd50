/* Prints how many floating-point operations the machine does in a microsecond: four chains of products and sums in registers. */
#include <stdio.h>
#include <time.h>

int main(void)
{
    volatile double seed = 1.0;
    const double f = seed * 0.999999;
    const double g = seed * 1e-9;
    double a = seed;
    double b = seed;
    double c = seed;
    double d = seed;
    const long count = 20000000;
    const clock_t start = clock();
    double micros;
    long i;
    for (i = 0; i < count; i++) {
        a = (a * f) + g;
        b = (b * f) + g;
        c = (c * f) + g;
        d = (d * f) + g;
    }
    micros = 1e6 * (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%g %g\n", 8.0 * (double)count / micros, a + b + c + d);
    return 0;
}
