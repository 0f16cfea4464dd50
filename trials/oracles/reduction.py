"""Bases of reductions, each from its definition and dense, and the error of a projection in energy norm."""

import numpy as np
import scipy.linalg

EPS = np.finfo(float).eps


def modal(k, m, count):
    _, x = scipy.linalg.eigh(m, k)  # μ = 1/λ, so that massless motions are last
    return x[:, ::-1][:, :count]


def with_residual(k, shapes, ports):
    """Modes and the static responses to forces at ports, without those that the others already hold."""
    vectors = list((shapes / np.sqrt(np.einsum("ij,ij->j", shapes, k @ shapes))).T)
    for port in ports:
        v = np.linalg.solve(k, port)
        whole = np.sqrt(v @ k @ v)
        for _ in range(2):
            for w in vectors:
                v = v - w * (w @ k @ v)
        size = np.sqrt(max(v @ k @ v, 0.0))
        if size > 1e-9 * whole:
            vectors.append(v / size)
    return np.array(vectors).T


def krylov(k, m, force, order):
    vectors, v = [], np.linalg.solve(k, force)
    for _ in range(order):
        for _ in range(2):
            for w in vectors:
                v = v - w * (w @ k @ v)
        size = np.sqrt(v @ k @ v)
        if not size > 0:
            break
        vectors.append(v / size)
        v = np.linalg.solve(k, m @ vectors[-1])
    return np.array(vectors).T


def condensed(k, m, places, modes=0):
    """Static shapes under unit motions of `places` (rows that see them), and modes with these held."""
    _, s, vt = np.linalg.svd(places)
    rank = int(np.sum(s > 1e-10 * s[0]))
    held, inner = vt[:rank].T, vt[rank:].T
    if inner.shape[1] == 0:
        return held
    kii = inner.T @ k @ inner
    shapes = held - inner @ np.linalg.solve(kii, inner.T @ k @ held)
    if modes == 0:
        return shapes
    fixed = modal(kii, inner.T @ m @ inner, modes)
    return np.column_stack([shapes, inner @ fixed])


def energy_error(k, c, m, force, basis, hertz):
    """‖x − V y‖/‖x‖ in the norm of k, of the response to the force at a frequency, and how far rounding makes it uncertain:
    by the condition of the equations, and by the difference between two ways of scaling the basis."""
    w = 2 * np.pi * hertz
    scale = 1 / np.sqrt(np.abs(np.diag(k)) + w * w * np.abs(np.diag(m)))
    dynamic = k + 1j * w * c - w * w * m
    scaled = dynamic * np.outer(scale, scale)
    x = scale * np.linalg.solve(scaled, scale * force)
    size = np.sqrt(np.real(x.conj() @ k @ x))
    errors = []
    for v in (basis / np.sqrt(np.einsum("ij,ij->j", basis, k @ basis)), np.linalg.qr(basis / np.linalg.norm(basis, axis=0))[0]):
        y = np.linalg.lstsq(v.T @ dynamic @ v, v.T @ force, rcond=None)[0]
        e = x - v @ y
        errors.append(float(np.sqrt(max(np.real(e.conj() @ k @ e), 0.0))) / size)
    noise = 10 * abs(errors[0] - errors[1]) + 1e3 * EPS * np.linalg.cond(scaled)
    return errors[0], float(noise)
