//! A coarser surface for display: vertices of one cell of a grid become one of them.

use super::mesh_skin::Skin;
use lissom_mech::vector::{Vector, norm, sub};
use std::collections::{BTreeMap, BTreeSet};

/// The skin with about `most` vertices, each of them one of the old ones, so that it moves as that node does.
pub(super) fn coarsened(skin: &Skin, positions: &[Vector], most: usize) -> Skin {
    let [low, high] = super::scene::bounds(positions.iter());
    // A surface of n × n cells has about 6 n² of them at the outside.
    let mut divisions = (most as f64 / 3.0).sqrt();
    let longest = (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max);
    loop {
        let cell = longest / divisions;
        let leaders = leaders(positions, low, cell);
        let kept: BTreeSet<u32> = leaders.iter().copied().collect();
        if kept.len() <= most || divisions < 2.0 {
            return renumbered(skin, &leaders, &kept);
        }
        divisions *= 0.8;
    }
}

/// For each vertex the representative of its cell: that nearest to the middle of those in it.
fn leaders(positions: &[Vector], low: Vector, cell: f64) -> Vec<u32> {
    let key = |p: &Vector| [0, 1, 2].map(|k| ((p[k] - low[k]) / cell).floor() as i64);
    let mut cells: BTreeMap<[i64; 3], Vec<usize>> = BTreeMap::new();
    for (i, p) in positions.iter().enumerate() {
        cells.entry(key(p)).or_default().push(i);
    }
    let mut leaders = vec![0; positions.len()];
    for members in cells.values() {
        let sum = members.iter().fold([0.0; 3], |s, i| [0, 1, 2].map(|k| s[k] + positions[*i][k]));
        let middle = sum.map(|s| s / members.len() as f64);
        let distance = |i: &usize| norm(sub(positions[*i], middle));
        let nearest = members.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        members.iter().for_each(|i| leaders[*i] = nearest.map_or(0, |n| *n as u32));
    }
    leaders
}

fn renumbered(skin: &Skin, leaders: &[u32], kept: &BTreeSet<u32>) -> Skin {
    let place: BTreeMap<u32, u32> = kept.iter().enumerate().map(|(i, old)| (*old, i as u32)).collect();
    let new = |old: u32| place[&leaders[old as usize]];
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    let mut seen = BTreeSet::new();
    for triangle in &skin.triangles {
        let t = triangle.map(new);
        let mut sorted = t;
        sorted.sort_unstable();
        if sorted[0] != sorted[1] && sorted[1] != sorted[2] && seen.insert(sorted) {
            triangles.push(t);
        }
    }
    let mut edges: Vec<[u32; 2]> = skin
        .edges
        .iter()
        .map(|e| e.map(new))
        .map(|[a, b]| [a.min(b), a.max(b)])
        .filter(|[a, b]| a != b)
        .collect();
    edges.sort_unstable();
    edges.dedup();
    Skin { nodes: kept.iter().map(|old| skin.nodes[*old as usize]).collect(), triangles, edges }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fine_sheet_becomes_a_coarse_one_of_the_same_extent() {
        let n = 200_u32;
        let positions: Vec<Vector> = (0..n * n).map(|i| [f64::from(i % n), f64::from(i / n), 0.0]).collect();
        let mut fine = Skin { nodes: (0..i64::from(n * n)).collect(), ..Skin::default() };
        for j in 0..n - 1 {
            for i in 0..n - 1 {
                let a = i + n * j;
                fine.triangles.extend([[a, a + 1, a + n + 1], [a, a + n + 1, a + n]]);
            }
        }
        let coarse = coarsened(&fine, &positions, 1500);
        assert!((300..=1500).contains(&coarse.nodes.len()), "{}", coarse.nodes.len());
        let area: f64 = coarse
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|v| positions[coarse.nodes[v as usize] as usize]);
                let (u, v) = (sub(b, a), sub(c, a));
                0.5 * (u[0] * v[1] - u[1] * v[0])
            })
            .sum();
        let whole = f64::from((n - 1) * (n - 1));
        assert!((area / whole - 1.0).abs() < 0.12, "{area} of {whole}");
        assert!(coarse.nodes.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
