#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_pairs.sh VENV WRITE_TABLES FOLDER ALLWAYS MAP: makes a Python environment with GeoPandas (once), writes tables and has
# check_pairs.py read them, and write points that ALLWAYS reads; ogrinfo reads the tables where it is there. Exit 77, which ctest
# shows as skipped, where GeoPandas cannot be had.
venv=$1 write_tables=$2 folder=$3 allways=$4 map=$5
here=$(dirname "$0")

if ! "$venv/bin/python" -c 'import geopandas' 2>/dev/null; then
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check geopandas || {
        echo "SKIPPED: no Python environment with GeoPandas (is PyPI within reach?)"
        exit 77
    }
fi
set -e
"$write_tables" "$folder"
"$venv/bin/python" "$here/check_pairs.py" "$folder" "$allways" "$map"
if ! command -v ogrinfo >/dev/null; then
    echo "SKIPPED: ogrinfo (gdal-bin) is not there"
    exit 0
fi
for file in part.desire.gpkg part.desire.geojson; do
    seen=$(ogrinfo -al -so "$folder/$file")
    for line in "Geometry: Line String" "Feature Count: 4" "ID[\"EPSG\",4326]]" "time_s: Real" "length_m: Real"; do
        case $seen in *"$line"*) ;; *) echo "ogrinfo of $file lacks: $line"; echo "$seen"; exit 1 ;; esac
    done
    echo "$file: ogrinfo agrees"
done
