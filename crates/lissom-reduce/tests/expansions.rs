//! One vector and the derivative expansion: numbers of \[StaticDeformation, §4, §5\] as corrected.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::frames;

use frames::{Chain, portal, unit};
use lissom_linalg::{Complex, Dense, Lu, Sparse, Threads, Triplets, dot, eigen, norm};
use lissom_mech::Structure;
use lissom_reduce::linear::Elastic;
use lissom_reduce::linear::derivative_expansion::DerivativeExpansion;
use lissom_reduce::linear::one_vector::OneVector;
use lissom_reduce::linear::response::full_response;

/// The first elastic frequency of the portal frame [rad/s].
const FIRST_FREQUENCY: f64 = 1.817_129_072_639;

fn close(found: f64, exact: f64, tolerance: f64, what: &str) {
    assert!((found / exact - 1.0).abs() < tolerance, "{what}: {found} instead of {exact}");
}

#[test]
fn one_vector_of_a_beam_pushed_in_the_middle() {
    let chain = Chain::beam(16);
    let mut structure = chain.structure();
    structure.inputs = vec![unit("push", chain.size(), 3 * 8 + 1)];
    structure.damping = structure.mass.add_scaled(0.2, &structure.stiffness, 1e-3);
    let elastic = Elastic::new(&structure, &Threads::one()).unwrap();
    let force = structure.inputs[0].values.clone();
    let one = OneVector::of(&elastic, &force).unwrap();
    close(one.mass, 5.907_600_472_704_697_5e-6, 1e-9, "m");
    close(one.damping, 4.306_498_901_777_925e-6, 1e-9, "d");
    close(one.stiffness, 0.003_124_978_807_237_559, 1e-9, "k");
    close(one.natural_frequency(), 22.999_478_032_639_6, 1e-9, "√(k/m)");
    close(one.valid_below, 22.373_402_644_627_557, 1e-6, "first driven frequency");
    assert!(one.rigid_drag.iter().all(|drag| drag.abs() < 1e-12), "Rayleigh damping does not drag: {one:?}");
    let x0 = elastic.deform(Dense::from_column_major(force.len(), 1, force.clone()));
    for (omega, h, full) in [
        (2.0, Complex::new(0.007_611_624_656_513_737, -0.002_798_317_240_024_377), 1.007_618_674_059_57),
        (5.0, Complex::new(0.049_550_640_582_154_7, -0.007_590_611_780_725_564), 1.049_713_785_586_542_4),
        (10.0, Complex::new(0.232_757_289_746_747_06, -0.020_948_735_753_664_932), 1.235_977_903_152_298),
    ] {
        let found = one.transfer(Complex::new(0.0, omega));
        assert!((found - h).abs() < 1e-9, "H({omega} i) = {found:?}");
        close(one.amplification(Complex::new(0.0, omega)).abs(), (Complex::ONE + h).abs(), 1e-9, "1 + H");
        // The share of the full response that lies along x₀ in energy.
        let forces = Dense::from_column_major(force.len(), 1, force.clone());
        let [re, im] = full_response(&structure, omega, &forces, &Threads::one()).unwrap();
        let along = |x: &Dense| dot(x0.forces.column(0), x.column(0)) / one.stiffness;
        close(along(&re).hypot(along(&im)), full, 1e-7, "along x₀");
    }
}

#[test]
fn dashpots_to_the_ground_drag_at_the_deformation() {
    let chain = Chain::beam(16);
    let mut structure = chain.structure();
    let n = chain.size();
    structure.damping = frames::dashpots(n, &[(1, None, 1.0), (n - 2, None, 3.0)]);
    let elastic = Elastic::new(&structure, &Threads::one()).unwrap();
    let one = OneVector::of(&elastic, &unit("push", n, 3 * 8 + 1).values).unwrap();
    assert!(norm(&one.rigid_drag) > 1e-3, "{one:?}");
}

/// ‖x − x_exact‖_K/‖x_exact‖_K of a harmonic deformation.
fn energy_error(structure: &Structure, elastic: &Elastic, x: &[f64], omega: f64) -> f64 {
    let n = structure.size();
    let forces = Dense::from_column_major(n, 1, structure.inputs[0].values.clone());
    let [mut exact, _] = full_response(structure, omega, &forces, &Threads::one()).unwrap();
    elastic.null_space.project_displacement(&mut exact);
    let difference: Vec<f64> = exact.column(0).iter().zip(x).map(|(a, b)| a - b).collect();
    (structure.stiffness.form(&difference, &difference)
        / structure.stiffness.form(exact.column(0), exact.column(0)))
    .sqrt()
}

#[test]
fn the_derivative_expansion_converges_below_the_first_frequency_alone() {
    let structure = portal();
    let elastic = Elastic::new(&structure, &Threads::one()).unwrap();
    let force = &structure.inputs[0].values;
    for (ratio, errors) in [
        (
            0.3,
            [
                0.084_497_331,
                0.007_574_405_6,
                0.000_681_476_69,
                6.133_125_6e-5,
                5.519_747_9e-6,
                4.967_236_8e-7,
                4.465_189_9e-8,
                3.969_149e-9,
            ],
        ),
        (
            0.6,
            [
                0.347_103_125,
                0.124_665_837,
                0.044_871_27,
                0.016_153_413,
                0.005_815_221_4,
                0.002_093_479_5,
                0.000_753_652_6,
                0.000_271_314_92,
            ],
        ),
        (
            0.9,
            [
                0.806_552_21,
                0.653_124_36,
                0.529_018_82,
                0.428_504_47,
                0.347_088_57,
                0.281_141_74,
                0.227_724_81,
                0.184_457_09,
            ],
        ),
        (
            1.2,
            [
                1.390_958_11,
                1.997_901_86,
                2.876_389_8,
                4.141_933,
                5.964_375_6,
                8.588_700,
                12.367_728,
                17.809_528,
            ],
        ),
    ] {
        for (terms, exact) in (1..).zip(errors) {
            let series = DerivativeExpansion::of(&elastic, force, terms).unwrap();
            let error = energy_error(
                &structure,
                &elastic,
                &series.harmonic(ratio * FIRST_FREQUENCY),
                ratio * FIRST_FREQUENCY,
            );
            // The reference's full response is good to some 1e-10.
            close(error, exact, 1e-5 + 4e-10 / exact, &format!("{terms} terms at {ratio} ω₁"));
        }
        let long = DerivativeExpansion::of(&elastic, force, 8).unwrap();
        let rate = long.ratio(ratio * FIRST_FREQUENCY).unwrap();
        close(rate, ratio * ratio, 0.01, "ratio of terms");
        assert_eq!(rate > 1.0, ratio > 1.0);
    }
}

#[test]
fn raw_powers_lose_their_independence() {
    let structure = portal();
    let elastic = Elastic::new(&structure, &Threads::one()).unwrap();
    let series = DerivativeExpansion::of(&elastic, &structure.inputs[0].values, 5).unwrap();
    for (count, exact) in [(2, 217.066_9), (3, 146_074.3), (4, 8.952_38e8)] {
        let mut x = series.vectors.columns(0..count);
        for j in 0..count {
            let size = structure.mass.form(x.column(j), x.column(j)).sqrt();
            x.column_mut(j).iter_mut().for_each(|v| *v /= size);
        }
        let gram = x.transpose_matmul(&structure.mass.times(&x)).symmetric_part();
        let values = eigen::symmetric(&gram).unwrap().values;
        let found = values[count - 1] / values[0];
        close(found, exact, 1e-5, "condition");
    }
}

/// Energy-orthonormal columns with the span of the given ones, in their order.
fn orthonormal(structure: &Structure, x: &Dense) -> Dense {
    let mut columns: Vec<Vec<f64>> = Vec::new();
    for j in 0..x.cols() {
        let mut v = x.column(j).to_vec();
        for _ in 0..2 {
            for other in &columns {
                let share = structure.stiffness.form(other, &v);
                v.iter_mut().zip(other).for_each(|(a, b)| *a -= share * b);
            }
        }
        let size = structure.stiffness.form(&v, &v).sqrt();
        v.iter_mut().for_each(|a| *a /= size);
        columns.push(v);
    }
    Dense::from_columns(x.rows(), &columns)
}

/// All coefficients free is better than the first one prescribed, x = α x₀ + Σ aₙ xₙ with V₁ᵀ(M ẍ + K x − F α) = 0: by
/// about 1.7 at equal size.
#[test]
fn prescribing_the_first_coefficient_costs_accuracy() {
    let structure = portal();
    let elastic = Elastic::new(&structure, &Threads::one()).unwrap();
    let force = &structure.inputs[0].values;
    for (ratio, prescribed, free) in [
        (0.5, [4.569_905e-3, 2.149_294e-5, 6.642_35e-8], [2.675_537e-3, 1.263_596e-5, 3.989_77e-8]),
        (0.9, [6.307_644e-2, 9.435_378e-4, 9.565_37e-6], [3.690_932e-2, 5.589_900e-4, 5.751_25e-6]),
        (1.4, [0.489_291_16, 1.921_834_3e-2, 4.826_084e-4], [0.317_233_08, 1.155_568_2e-2, 2.907_862e-4]),
    ] {
        let omega = ratio * FIRST_FREQUENCY;
        for (i, (with, without)) in prescribed.iter().zip(free).enumerate() {
            let terms = i + 2;
            let series = DerivativeExpansion::of(&elastic, force, terms).unwrap();
            let answer = |v: &Dense, right: &[f64]| {
                let mut dynamic = v.transpose_matmul(&structure.stiffness.times(v));
                dynamic.add_scaled(-omega * omega, &v.transpose_matmul(&structure.mass.times(v)));
                v.multiply_vector(&Lu::factor(&dynamic).unwrap().solve(&v.transpose().multiply_vector(right)))
            };
            let all = orthonormal(&structure, &series.vectors);
            let error = energy_error(&structure, &elastic, &answer(&all, force), omega);
            // The reference is good to about 2e-10 of the response.
            let tolerance = 1e-5 + 5e-10 / without;
            close(error, without, tolerance, &format!("{terms} free coefficients at {ratio} ω₁"));
            let x0 = series.vectors.column(0);
            let mut inertia = vec![0.0; x0.len()];
            structure.mass.multiply(x0, &mut inertia);
            inertia.iter_mut().for_each(|f| *f *= omega * omega);
            let rest = orthonormal(&structure, &series.vectors.columns(1..terms));
            let x: Vec<f64> = answer(&rest, &inertia).iter().zip(x0).map(|(a, b)| a + b).collect();
            let error = energy_error(&structure, &elastic, &x, omega);
            close(error, *with, tolerance, &format!("{terms} with the first prescribed at {ratio} ω₁"));
        }
    }
}

/// A dual basis outside the span is an oblique projection: with that of least squares, z = M V (VᵀM²V)⁻¹, four vectors
/// of an undamped frame grow without end. Galerkin's choice of the same vectors does not.
#[test]
fn a_dual_basis_outside_the_span_is_unstable() {
    let structure = portal();
    let elastic = Elastic::new(&structure, &Threads::one()).unwrap();
    let series = DerivativeExpansion::of(&elastic, &structure.inputs[0].values, 4).unwrap();
    let v = orthonormal(&structure, &series.vectors);
    let (mass, stiffness) = (structure.mass.times(&v), structure.stiffness.times(&v));
    let damped_roots = |z: &Dense, damping: &Dense| {
        let [m, d, k] = [&mass, damping, &stiffness].map(|matrix| z.transpose_matmul(matrix));
        let found = eigen::quadratic(&m, &d, &k);
        let mut values: Vec<(f64, f64)> = found.unwrap().values.iter().map(|s| (s.re, s.im)).collect();
        values.sort_by(|a, b| b.1.total_cmp(&a.1));
        values
    };
    let roots = |z: &Dense| damped_roots(z, &Dense::zeros(v.rows(), 4));
    let oblique = roots(&mass);
    let growth = oblique.iter().map(|s| s.0).fold(0.0, f64::max);
    close(growth, 1.769_371_000_98, 1e-7, "growth");
    close(oblique[0].1, 10.646_050_525, 1e-7, "its frequency");
    close(oblique[2].1, 3.406_239_059, 1e-7, "second frequency");
    close(oblique[3].1, 1.817_229_652, 1e-7, "first frequency");
    let galerkin = roots(&v);
    assert!(galerkin.iter().all(|s| s.0.abs() < 1e-8 * s.1.abs()), "{galerkin:?}");
    // Dashpots at the feet, 0.05 along the push and 0.02 upwards at the other foot, do not save it.
    let mut dashpots = Triplets::new(v.rows(), v.rows());
    dashpots.add(54, 54, 0.05);
    dashpots.add(1, 1, 0.02);
    let damping = Sparse::from_triplets(&dashpots).times(&v);
    let largest = |roots: Vec<(f64, f64)>| roots.iter().map(|s| s.0).fold(f64::NEG_INFINITY, f64::max);
    close(largest(damped_roots(&mass, &damping)), 1.739_854_964, 1e-6, "growth with dashpots");
    close(largest(damped_roots(&v, &damping)), -0.019_181_882_918, 1e-6, "decay with dashpots");
}
