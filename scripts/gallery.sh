#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the pictures of docs/gallery.md by the commands that the page states, with the `allways` of the PATH.
#   scripts/gallery.sh [FOLDER]        (default: docs/images/gallery)
set -euo pipefail
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
folder=$(realpath "${1:-$root/docs/images/gallery}")
page=$root/docs/gallery.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$root/data" "$work"
mkdir -p "$folder"
commands=$(sed -n 's/^    \(allways .*\)$/\1/p' "$page")
cd "$work"
while read -r command; do
  eval "$command --quiet"
done <<<"$commands"
mv ./*.png "$folder"
# Every picture that the page shows was made.
while read -r picture; do
  test -s "$folder/$picture" || { echo "gallery.sh: docs/gallery.md shows $picture, which no command makes" >&2; exit 1; }
done < <(sed -n 's/^!.*(images\/gallery\/\(.*\))$/\1/p' "$page")
