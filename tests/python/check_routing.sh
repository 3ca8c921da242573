#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_routing.sh VENV ALLWAYS FOLDER: makes a Python environment with OR-Tools, VROOM, tsplib95 and SciPy (once), writes a
# table and its network for them, and has check_routing.py read and solve what was written. Exit 77, which ctest shows as
# skipped, where the packages cannot be had.
venv=$1 allways=$2 folder=$3
here=$(cd "$(dirname "$0")" && pwd)

if ! "$venv/bin/python" -c 'import ortools, vroom, tsplib95, scipy' 2>/dev/null; then
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check ortools pyvroom tsplib95 scipy || {
        echo "SKIPPED: no Python environment with ortools, pyvroom, tsplib95 and scipy (is PyPI within reach?)"
        exit 77
    }
fi
set -e
mkdir -p "$folder"
cd "$folder"
"$allways" generate streets --nodes 40 --seed 5 -o net.gpkg -O --quiet
"$allways" solve net.gpkg --cost time -o table.omx -O --quiet
for written in "table.csv" "table.tsp --unit ms" "table.ortools.json --unit ms" "table.vroom.json --round" "table.mtx"; do
    "$allways" convert table.omx $written -O --quiet
done
"$allways" convert net.gpkg net.mtx -O --quiet --cost time
"$venv/bin/python" "$here/check_routing.py"
