#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_omx.sh VENV WRITE_TABLES FOLDER: makes a Python environment with h5py and openmatrix (once), writes tables and
# has check_omx.py read them. Exit 77, which ctest shows as skipped, where the packages cannot be had.
venv=$1 write_tables=$2 folder=$3
here=$(dirname "$0")

if ! "$venv/bin/python" -c 'import h5py, openmatrix, numpy' 2>/dev/null; then
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check h5py openmatrix numpy || {
        echo "SKIPPED: no Python environment with h5py and openmatrix (is PyPI within reach?)"
        exit 77
    }
fi
set -e
"$write_tables" "$folder"
for table in five_nodes floats part; do
    for omx in "$folder/$table.omx" "$folder/$table.raw.omx"; do
        "$venv/bin/python" "$here/check_omx.py" "$omx" "$folder/$table.npy"
    done
done
