#!/usr/bin/env bash
# The main job from start to end: builds, then solves the Sioux Falls network and a street network of 10,000 nodes
# (or FILE), and shows a corner of the table, a path, the device and where the time went.
#   scripts/demo.sh [FILE]
set -euo pipefail

input=${1:-}
[ -z "$input" ] || input=$(realpath -- "$input")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/build.sh
export PATH="$PWD/build/release/bin:$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

heading() { printf '\n== %s\n' "$*"; }
# The program, as its user would type it.
show() {
  printf '$ %s\n' "${*//"$work"\//}"
  "$@"
}

summary() {
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
  local network=$1 table=$work/table.omx ends
  show allways info "$network"
  show allways solve "$network" -o "$table" -O --json >"$work/report.json"
  heading "A corner of the table"
  show allways info "$table" --head 6
  heading "The longest shortest path"
  mapfile -t ends < <(farthest_nodes "$table")
  if [ ${#ends[@]} -eq 2 ]; then
    allways path "$table" --from "${ends[0]}" --to "${ends[1]}" -o "$work/path.txt" -O
    printf '$ allways path table.omx --from %s --to %s\n' "${ends[@]}"
    awk 'NR <= 12 { print } END { if (NR > 12) print "  … " NR - 12 " more" }' "$work/path.txt"
  fi
  heading "Is the table right?"
  show allways verify "$table" --network "$network"
  heading "Where the time went"
  summary "$work/report.json"
}

if [ -n "$input" ]; then
  heading "$input"
  demonstrate "$input"
  exit 0
fi

allways --version
heading "Sioux Falls, 24 nodes"
demonstrate data/sioux_falls

heading "A street network of 10,000 nodes"
show allways generate streets --nodes 10000 --seed 1 -o "$work/streets.gmns"
demonstrate "$work/streets.gmns"
