#!/usr/bin/env bash
# The main job from start to end: builds, then solves the Sioux Falls network and a street network of 10,000 nodes
# (or FILE), and shows a corner of the table, a path, the device and where the time went.
#   scripts/demo.sh [FILE]
set -euo pipefail

input=${1:-}
[ -z "$input" ] || input=$(realpath -- "$input")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

scripts/build.sh
export PATH="$root/build/release/bin:$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
ln -s "$root/data/sioux_falls" sioux_falls

heading() { printf '\n== %s\n' "$*"; }

# Runs a command after showing it as its user would type it; its output may go elsewhere.
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

# The two nodes that are farthest apart, one a line.
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

allways --version
if [ -n "$input" ]; then
  demonstrate "$input" "$(basename "$input")"
else
  demonstrate sioux_falls "Sioux Falls, 24 nodes"
  show allways generate streets --nodes 10000 --seed 1 -o streets.gmns
  demonstrate streets.gmns "A street network of 10,000 nodes"
fi
