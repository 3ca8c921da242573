"""check_omx.py TABLE.omx TABLE.npy: whether h5py and openmatrix see in an OMX table what NumPy sees in the .npy (natural
units) written from the same table."""
import sys

import h5py
import numpy as np
import openmatrix


def natural(raw, attributes):
    """Raw values in the table's unit, unreachable pairs as infinity."""
    values = raw.astype(np.float64) / 10.0 ** int(attributes["digits"])
    values[raw == attributes["NA"]] = np.inf
    return values


def check(condition, message):
    if not condition:
        sys.exit(f"check_omx: {message}")


def main(omx_path, npy_path):
    wanted = np.load(npy_path)
    nodes = wanted.shape[0]

    with h5py.File(omx_path, "r") as file:
        check(file.attrs["OMX_VERSION"] == b"0.2", f"OMX_VERSION is {file.attrs['OMX_VERSION']!r}")
        check(file.attrs["SHAPE"].dtype == np.int32, "SHAPE is not int32")
        check(tuple(file.attrs["SHAPE"]) == wanted.shape, f"SHAPE is {file.attrs['SHAPE']}")
        names = sorted(file["data"])
        for name in names:
            matrix = file["data"][name]
            check(matrix.chunks is not None and matrix.chunks[1] == nodes, f"{name} is not chunked in whole rows")
            check(matrix.compression is None, f"{name} is compressed")
            check(np.array_equal(natural(matrix[:], matrix.attrs), wanted), f"{name} differs from {npy_path} (h5py)")
            print(f"h5py: {name} {matrix.dtype} {matrix.shape} chunks {matrix.chunks}, unit {matrix.attrs['unit']!r}")
        ids = file["lookup/node_id"][:]
        check(len(ids) == nodes, f"{len(ids)} node ids")
        if "next_hops" in file["allways"]:
            hops = file["allways/next_hops"]
            check(hops.shape == wanted.shape and hops.chunks[1] == nodes, "next_hops has another shape")
            kind = hops.attrs["kind"]
            check(kind in (b"arc_ordinal", b"node_index"), f"next hops are of kind {kind!r}")
            none = np.iinfo(hops.dtype).max
            has_hop = np.isfinite(wanted) & ~np.eye(nodes, dtype=bool)
            check(np.array_equal(hops[:] != none, has_hop), "a reachable pair has no next hop, or another one has")

    with openmatrix.open_file(omx_path, "r") as file:
        check(file.version() == b"0.2", f"openmatrix reads version {file.version()!r}")
        check(tuple(file.shape()) == wanted.shape, f"openmatrix reads shape {file.shape()}")
        check(sorted(file.list_matrices()) == names, f"openmatrix lists {file.list_matrices()}, h5py {names}")
        check(file.list_mappings() == ["node_id"], f"openmatrix lists mappings {file.list_mappings()}")
        mapping = file.mapping("node_id")
        check(mapping[ids[-1]] == nodes - 1, "openmatrix maps the last node id elsewhere")
        for name in names:
            matrix = file[name]
            attributes = {key: matrix.attrs[key] for key in ("digits", "NA")}
            check(np.array_equal(natural(matrix[:], attributes), wanted), f"{name} differs from {npy_path} (openmatrix)")
            print(f"openmatrix: {name} {matrix.dtype} {matrix.shape}")
    print(f"{omx_path}: {len(names)} matrix, {nodes} nodes, {int(np.isfinite(wanted).sum())} reachable pairs agree")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
