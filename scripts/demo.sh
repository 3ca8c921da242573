#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the main job from start to end, on your own data or on two small networks.
#   scripts/demo.sh                  builds, draws a village and its routes in ./demo-output, solves the Sioux Falls network
#                                    and a street network of 10,000 nodes, and shows a corner of the table, a path, the
#                                    device and where the time went; then solves a dense matrix with OpenCL and shows its
#                                    share of the device's measured ceiling
#   scripts/demo.sh FILE [FOLDER]    the same with FILE. A road network with coordinates (such as OpenStreetMap data) is
#                                    imported, solved (only a district if all of it is too large), and a route across town
#                                    is written; the files are kept in FOLDER (default: ./demo-output).
set -euo pipefail

input=${1:-}
[ -z "$input" ] || input=$(realpath -e -- "$input")
kept=$(realpath -m -- "${2:-demo-output}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

cat >&2 <<'TEXT'
This installs what is missing, builds the command in build/release, and runs it: on a made-up village, two networks and a
dense matrix, or on the file that you name.
TEXT
scripts/build.sh allways
export PATH="$root/build/release/bin:$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
ln -s "$root/data/sioux_falls" sioux_falls

heading() { printf '\n== %s\n' "$*"; }

# Shows a command as a user would type it, and runs it; its output may be redirected.
exec 3>&1
show() {
  printf '\n$ %s\n' "$*" >&3
  "$@"
}

# Device, schedule and seconds by stage, from the JSON of `solve`.
where_time_went() {
  python3 - "$1" <<'PYTHON'
import json
import sys

report = json.load(open(sys.argv[1]))
print(f"device    {report['device']}")
print(f"schedule  {report['schedule']}: {report['schedule_reason']}")
print("seconds   " + ", ".join(f"{stage} {seconds:.3f}" for stage, seconds in report["seconds"].items()))
PYTHON
}

# One value of the JSON of `allways info`: a Python expression over `info`.
fact() {
  local info
  info=$(allways info "$1" --json --quiet) || return
  python3 -c '
import json, sys
info = json.load(sys.stdin)
print(eval(sys.argv[1]))' "$2" <<<"$info"
}

# The two nodes that are farthest apart, one per line.
farthest_nodes() {
  allways info "$1" --json --quiet | python3 -c '
import json, sys
diameter = json.load(sys.stdin)["diameter"]
if diameter:
    print(diameter["from"], diameter["to"], sep="\n")'
}

demonstrate() {
  local network=$1 ends
  heading "$2"
  show allways info "$network" --quiet
  show allways solve "$network" -o table.omx -O --json >report.json
  show allways info table.omx --head 6
  mapfile -t ends < <(farthest_nodes table.omx)
  if [ ${#ends[@]} -eq 2 ]; then
    show allways path table.omx --from "${ends[0]}" --to "${ends[1]}" -o path.txt -O
    awk 'NR <= 12 { print } END { if (NR > 12) print "  … " NR - 12 " more" }' path.txt
  fi
  show allways verify table.omx --network "$network" --quiet
  printf '\nWhere it ran, and where the time went:\n'
  where_time_went report.json
}

# The number of nodes that are solved in about so many seconds: n³ steps, 4e10 a second per unit of a processor and 1e12
# on a GPU (bench/log/dense.md: a large one does ten times that).
nodes_in() {
  allways devices --json --quiet | python3 -c '
import json, sys
devices = json.load(sys.stdin)["devices"]
rates = [1e12 if device["kind"] == "gpu" else 4e10 * (device["compute_units"] or 1) for device in devices]
print(round((float(sys.argv[1]) * max(rates, default=4e9)) ** (1 / 3)))' "$1"
}

# The box around the middle of a network that contains this many nodes, in the form of --bbox. The middle is the median,
# which a ferry or a border town does not move. The nodes' own coordinates are converted to degrees in proportion to the
# two extents.
district() {
  rm -rf nodes.gmns
  allways convert "$1" nodes.gmns --quiet
  python3 - nodes.gmns/node.csv "$(fact "$1" 'info["extent"]')" "$2" <<'PYTHON'
import csv
import json
import statistics
import sys

with open(sys.argv[1], newline="") as file:
    points = [(float(row["x_coord"]), float(row["y_coord"])) for row in csv.DictReader(file)]
degrees = json.loads(sys.argv[2])
own = [f(point[axis] for point in points) for f in (min, max) for axis in (0, 1)]
scale = [(degrees[2 + axis] - degrees[axis]) / ((own[2 + axis] - own[axis]) or 1) for axis in (0, 1)]
places = [tuple(degrees[axis] + (point[axis] - own[axis]) * scale[axis] for axis in (0, 1)) for point in points]
middle = [statistics.median(place[axis] for place in places) for axis in (0, 1)]
side = [statistics.quantiles([abs(place[axis] - middle[axis]) for place in places])[1] or 1 for axis in (0, 1)]
reach = sorted(max(abs(place[axis] - middle[axis]) / side[axis] for axis in (0, 1)) for place in places)
far = reach[min(int(sys.argv[3]), len(reach)) - 1]
box = [middle[0] - far * side[0], middle[1] - far * side[1], middle[0] + far * side[0], middle[1] + far * side[1]]
print(",".join(f"{value:.7f}" for value in box))
PYTHON
}

fits() {
  local code=0
  allways solve "$1" --dry-run --quiet >/dev/null 2>refusal.txt || code=$?
  [ "$code" -eq 0 ] || [ "$code" -eq 5 ] || { cat refusal.txt >&2; exit "$code"; }
  [ "$code" -eq 0 ]
}

# Sets `network` to the part of city.gpkg to solve: all of it, or a district.
choose_district() {
  local nodes most reason="would take more than about a minute to solve on this machine"
  network=$kept/city.gpkg
  nodes=$(fact "$network" 'info["nodes"]')
  most=$(nodes_in 60)
  if [ "$nodes" -le "$most" ] && fits "$network"; then return; fi
  if [ "$nodes" -le "$most" ]; then
    reason="do not fit in the memory of this machine"
    most=$((nodes * 3 / 4))
  fi
  network=$kept/district.gpkg
  while :; do
    printf '\nAll %s nodes %s; a district of about %s is taken.\n' "$nodes" "$reason" "$most"
    show allways import "$kept/city.gpkg" -o "$network" -O --bbox="$(district "$kept/city.gpkg" "$most")"
    if fits "$network"; then return; fi
    reason="do not fit in the memory of this machine"
    most=$((most * 3 / 4))
  done
}

# Street networks are sparse and are swept on the host; the OpenCL engine is for dense matrices.
demonstrate_engine() {
  heading "A dense matrix, on the first OpenCL device"
  show allways bench --nodes "$(nodes_in 0.2)"
}

demonstrate_city() {
  heading "$(basename "$input")"
  mkdir -p "$kept"
  show allways import "$input" -o "$kept/city.gpkg" -O
  choose_district
  show allways info "$network" --quiet
  show allways solve "$network" -o "$kept/table.omx" -O --json >report.json
  # From corner to corner of the box that contains half of the nodes; the nearest nodes are used.
  local sides
  IFS=, read -ra sides <<<"$(district "$network" $(($(fact "$network" 'info["nodes"]') / 2 + 1)))"
  show allways path "$kept/table.omx" --from="@${sides[0]},${sides[1]}" --to="@${sides[2]},${sides[3]}" \
    -f geojson -o "$kept/path.geojson" -O
  printf '\nWhere it ran, and where the time went:\n'
  where_time_went report.json
  cat <<TEXT

The files are in $kept:
  $(printf '%-13s' "$(basename "$network")") the roads; QGIS opens it: layers link and node
  table.omx     costs between all pairs: 'allways info', 'allways path', and any program that reads Open Matrix
  path.geojson  a way across town: drag it onto https://geojson.io, or into QGIS over the roads
TEXT
}

allways --version
is_city=False
[ -z "$input" ] || is_city=$(fact "$input" 'info["holds"] == "network" and info["crs"] != "" and info["extent"] is not None')
if [ -z "$input" ]; then
  heading "A village, from its map to a page"
  mkdir -p "$kept"
  show allways demo "$kept/village" -O
  demonstrate sioux_falls "Sioux Falls, 24 nodes"
  show allways generate streets --nodes 10000 --seed 1 -o streets.gmns
  demonstrate streets.gmns "A street network of 10,000 nodes"
  demonstrate_engine
elif [ "$is_city" = True ]; then
  demonstrate_city
else
  demonstrate "$input" "$(basename "$input")"
fi
