//! What outputs of planar and spatial mechanisms have in common.

use crate::system::Energies;
use lissom_model::model::{EnergyKind, SectionForces, SectionQuantity, SectionStress};

/// The unit of a quantity of a section.
pub(crate) fn section_unit(what: SectionQuantity) -> &'static str {
    match what {
        SectionQuantity::AxialForce | SectionQuantity::ShearForce | SectionQuantity::ShearForceZ => "N",
        SectionQuantity::BendingMoment
        | SectionQuantity::BendingMomentY
        | SectionQuantity::TorsionalMoment => "N m",
        SectionQuantity::Stress => "Pa",
        SectionQuantity::Strain => "-",
    }
}

/// One of the energies.
pub(crate) fn energy(energies: &Energies, which: EnergyKind) -> f64 {
    match which {
        EnergyKind::Kinetic => energies.kinetic,
        EnergyKind::Elastic => energies.elastic,
        EnergyKind::Potential => energies.potential,
        EnergyKind::Total => energies.kinetic + energies.elastic + energies.potential,
    }
}

/// A quantity of a section; the stress with EA of the beam, which gives E = EA/A.
pub(crate) fn section_quantity(
    forces: &SectionForces,
    what: SectionQuantity,
    stress: Option<&(SectionStress, f64)>,
) -> f64 {
    // A checked model has the data of a section whose stress is reported; without them there is no number.
    match what {
        SectionQuantity::AxialForce => forces.axial,
        SectionQuantity::ShearForce => forces.shear[0],
        SectionQuantity::BendingMoment => forces.bending[1],
        SectionQuantity::ShearForceZ => forces.shear[1],
        SectionQuantity::BendingMomentY => forces.bending[0],
        SectionQuantity::TorsionalMoment => forces.torsion,
        SectionQuantity::Stress => {
            stress.and_then(|(section, _)| section.equivalent(forces)).unwrap_or(f64::NAN)
        }
        SectionQuantity::Strain => {
            let normal = |(section, axial): &(SectionStress, f64)| {
                let bending = section.bending?.stress(forces.bending)?;
                Some((forces.axial.abs() / section.area + bending) / (axial / section.area))
            };
            stress.and_then(normal).unwrap_or(f64::NAN)
        }
    }
}
