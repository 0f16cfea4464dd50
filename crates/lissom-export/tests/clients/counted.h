// Numbers that count the operations on them, in place of `double`: exported C is compiled as C++ with them. Functions count as one.
#include <cmath>
#include <cstdio>

static long operations = 0;

struct Counted {
    double value;
    Counted(double given = 0.0) : value(given) {}
    Counted &operator+=(Counted other) { operations++; value += other.value; return *this; }
    Counted &operator-=(Counted other) { operations++; value -= other.value; return *this; }
    Counted &operator*=(Counted other) { operations++; value *= other.value; return *this; }
    Counted &operator/=(Counted other) { operations++; value /= other.value; return *this; }
};

static inline Counted operator+(Counted a, Counted b) { return a += b; }
static inline Counted operator-(Counted a, Counted b) { return a -= b; }
static inline Counted operator*(Counted a, Counted b) { return a *= b; }
static inline Counted operator/(Counted a, Counted b) { return a /= b; }
static inline Counted operator-(Counted a) { operations++; return -a.value; }
static inline bool operator<(Counted a, Counted b) { operations++; return a.value < b.value; }
static inline bool operator>(Counted a, Counted b) { operations++; return a.value > b.value; }
static inline bool operator<=(Counted a, Counted b) { operations++; return a.value <= b.value; }
static inline bool operator>=(Counted a, Counted b) { operations++; return a.value >= b.value; }
static inline bool operator==(Counted a, Counted b) { operations++; return a.value == b.value; }
static inline bool operator!=(Counted a, Counted b) { operations++; return a.value != b.value; }
static inline Counted fabs(Counted a) { operations++; return std::fabs(a.value); }
static inline Counted fmax(Counted a, Counted b) { operations++; return std::fmax(a.value, b.value); }
static inline Counted fmin(Counted a, Counted b) { operations++; return std::fmin(a.value, b.value); }
static inline Counted sqrt(Counted a) { operations++; return std::sqrt(a.value); }
static inline Counted sin(Counted a) { operations++; return std::sin(a.value); }
static inline Counted cos(Counted a) { operations++; return std::cos(a.value); }
static inline Counted atan2(Counted a, Counted b) { operations++; return std::atan2(a.value, b.value); }
static inline bool is_finite(Counted a) { return std::isfinite(a.value); }
