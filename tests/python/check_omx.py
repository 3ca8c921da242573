# SPDX-License-Identifier: Apache-2.0
"""check_omx.py TABLE.omx TABLE.npy: whether h5py and openmatrix see in an OMX table, of all pairs or of origins ×
destinations, what NumPy sees in the .npy (natural units) written from the same table. Skims are reached where the distances
are."""
import sys

import h5py
import numpy as np
import openmatrix


def natural(stored, attributes):
    """Stored values in the table's unit, unreachable pairs as infinity: NaN of natural numbers, the value NA of raw ones."""
    values = stored.astype(np.float64) / 10.0 ** int(attributes["digits"])
    values[np.isnan(values) | (stored == attributes["NA"])] = np.inf
    return values


def check(condition, message):
    if not condition:
        sys.exit(f"check_omx: {message}")


def kind(file, name):
    return file["data"][name].attrs["kind"]


def check_natural(path, wanted, distances, skims):
    """Checks the numbers as a program sees them that does not know Allways: as they are, without NaN."""
    with openmatrix.open_file(path, "r") as file:
        found = np.array(file[distances])
        check(found.dtype in (np.float64, np.float32), f"{distances} is {found.dtype}")
        check(np.array_equal(np.isnan(found), np.isinf(wanted)), f"{distances} has NaN elsewhere than where there is no path")
        check(np.nansum(found) == wanted[np.isfinite(wanted)].sum(dtype=found.dtype) or
              np.isclose(np.nansum(found), wanted[np.isfinite(wanted)].sum()), f"{distances} adds up to {np.nansum(found)}")
        for name in skims:
            check(np.isnan(np.array(file[name])[np.isinf(wanted)]).all(), f"{name} is a number where there is no path")


def check_hdf5(path, wanted):
    """(distances, skims, ids of each side by the lookup's name) as h5py sees them."""
    with h5py.File(path, "r") as file:
        check(file.attrs["OMX_VERSION"] == b"0.2", f"OMX_VERSION is {file.attrs['OMX_VERSION']!r}")
        check(file.attrs["SHAPE"].dtype == np.int32, "SHAPE is not int32")
        check(tuple(file.attrs["SHAPE"]) == wanted.shape, f"SHAPE is {file.attrs['SHAPE']}")
        names = sorted(file["data"])
        distances = [name for name in names if kind(file, name) == b"distances"]
        skims = [name for name in names if kind(file, name) == b"skim"]
        check(len(distances) == 1 and len(distances + skims) == len(names), f"distances {distances} of {names}")
        for name in names:
            matrix = file["data"][name]
            check(matrix.shape == wanted.shape, f"{name} has the shape {matrix.shape}")
            check(matrix.chunks is not None and matrix.chunks[1] == wanted.shape[1], f"{name} is not chunked in whole rows")
            check(matrix.compression is None, f"{name} is compressed")
            found = natural(matrix[:], matrix.attrs).astype(wanted.dtype)
            same = np.array_equal(found, wanted) if name in distances else np.array_equal(np.isinf(found), np.isinf(wanted))
            check(same, f"{name} differs from the .npy (h5py)")
            print(f"h5py: {name} {matrix.dtype} {matrix.shape} chunks {matrix.chunks}, unit {matrix.attrs['unit']!r}")
        ids = {name: file["lookup"][name][:] for name in file["lookup"]}
        if "next_hops" in file["allways"]:
            hops = file["allways/next_hops"]
            check(hops.shape == wanted.shape and hops.chunks[1] == wanted.shape[1], "next_hops has another shape")
            check(hops.attrs["kind"] in (b"arc_ordinal", b"node_index"), f"next hops are of kind {hops.attrs['kind']!r}")
            none = np.iinfo(hops.dtype).max
            has_hop = np.isfinite(wanted) & ~np.eye(len(wanted), dtype=bool)
            check(np.array_equal(hops[:] != none, has_hop), "a reachable pair has no next hop, or another one has")
        sides = wanted.shape if len(ids) == 2 else wanted.shape[:1]
        lookups = ["origin_id", "destination_id"] if len(ids) == 2 else ["node_id"]
        check([len(ids[name]) for name in lookups] == list(sides), f"the ids of {lookups} are not one a row and column")
        for dimension, name in enumerate(lookups if len(ids) == 2 else []):
            check(file["lookup"][name].attrs["DIM"] == dimension, f"{name} is not of dimension {dimension}")
            places = file["allways"][name.replace("_id", "_places")]
            check(places.shape == (len(ids[name]), 2) and places.attrs["crs"] == b"EPSG:4326", f"places of {name}")
    return distances[0], skims, ids


def check_openmatrix(path, wanted, distances, skims, ids):
    with openmatrix.open_file(path, "r") as file:
        check(file.version() == b"0.2", f"openmatrix reads version {file.version()!r}")
        check(tuple(file.shape()) == wanted.shape, f"openmatrix reads shape {file.shape()}")
        check(sorted(file.list_matrices()) == sorted([distances] + skims), f"openmatrix lists {file.list_matrices()}")
        check(sorted(file.list_mappings()) == sorted(ids), f"openmatrix lists mappings {file.list_mappings()}")
        for name, values in ids.items():
            mapping = file.mapping(name)
            check(mapping[values[-1]] == len(values) - 1, f"openmatrix maps the last {name} elsewhere")
        for name in [distances] + skims:
            matrix = file[name]
            attributes = {key: matrix.attrs[key] for key in ("digits", "NA")}
            found = natural(matrix[:], attributes).astype(wanted.dtype)
            check(found.shape == wanted.shape, f"openmatrix reads {name} as {found.shape}")
            check(name in skims or np.array_equal(found, wanted), f"{name} differs from the .npy (openmatrix)")
            print(f"openmatrix: {name} {matrix.dtype} {matrix.shape}")


def main(omx_path, npy_path):
    wanted = np.load(npy_path)
    distances, skims, ids = check_hdf5(omx_path, wanted)
    check_openmatrix(omx_path, wanted, distances, skims, ids)
    if not omx_path.endswith("raw.omx"):
        check_natural(omx_path, wanted, distances, skims)
    if "part" in omx_path:  # whose skims write_tables.cpp states
        with h5py.File(omx_path, "r") as file:
            lengths = file["data/length_dm" if omx_path.endswith("raw.omx") else "data/length_m"]
            inf = np.inf
            for matrix, sums in ((lengths, [[inf, inf], [12.5, 0.5], [0, 7.7]]),
                                 (file["data/toll"], [[inf, inf], [0.1, 2.5], [0, 1e-3]])):
                check(np.array_equal(natural(matrix[:], matrix.attrs).astype(np.float32), np.float32(sums)), matrix.name)
    print(f"{omx_path}: {1 + len(skims)} matrices, {wanted.shape}, {int(np.isfinite(wanted).sum())} reachable pairs agree")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
