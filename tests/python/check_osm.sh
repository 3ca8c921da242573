#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_osm.sh VENV ALLWAYS FOLDER DATA: imports real maps by car and on foot, asks for paths across Monaco, and has
# check_osm.py compare them with what pyosmium reads. Exit 77, which ctest shows as skipped, where pyosmium or the maps
# cannot be had. ALLWAYS_DATA names another folder than DATA.
venv=$1 allways=$2 folder=$3 data=${ALLWAYS_DATA:-$4}
here=$(dirname "$0")

if ! [ -d "$data/osm" ]; then
    echo "SKIPPED: no real maps in $data/osm (ALLWAYS_DATA names their folder)"
    exit 77
fi
if ! "$venv/bin/python" -c 'import osmium' 2>/dev/null; then
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check osmium || {
        echo "SKIPPED: no Python environment with osmium (is PyPI within reach?)"
        exit 77
    }
fi
set -e
mkdir -p "$folder"
check() { "$venv/bin/python" "$here/check_osm.py" "$@"; }
for map in "$data"/osm/*.osm*; do
    for profile in car foot; do
        "$allways" import "$map" -o "$folder/net.gpkg" -O --quiet --profile $profile
        check "$map" "$folder/net.gpkg" $profile
    done
done
monaco=$data/osm/monaco.osm.pbf
for profile in car foot; do
    net=$folder/monaco_$profile.gpkg table=$folder/monaco_$profile.omx
    "$allways" import "$monaco" -o "$net" -O --quiet --profile $profile
    "$allways" solve "$net" -o "$table" -O --quiet
    for format in json geojson; do
        "$allways" path "$table" --from @7.4166,43.7311 --to @7.4289,43.7400 --snap nodes -f $format -o "$folder/$profile.$format" -O --quiet
    done
    check "$monaco" "$net" $profile "$folder/$profile.json" "$folder/$profile.geojson"
done
