#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a release in build/release-VERSION: sdist, wheels, Debian packages, bill of materials (SPDX), sums.
#   scripts/release.sh VERSION [PYTHON…]    checks, sets and tags the version, then makes everything. The wheels are for the
#                                           Pythons named, those for 3.10, 3.11 and 3.12 by default
#   RELEASE_PARTS="sdist wheel deb"         environment: what is made
# Needs a clean work tree, root (for the systems in which packages are built) and what wheel.sh and deb.sh need. The version
# is semantic: MAJOR.MINOR.PATCH. Pushing the tag and uploading are left to a person.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=${1:?the version is missing: scripts/release.sh 0.1.0}
shift
[ $# -gt 0 ] || set -- python3.10 python3.11 python3.12
parts=${RELEASE_PARTS:-sdist wheel deb}
out=$PWD/build/release-$version
die() { echo "release.sh: $*" >&2; exit 1; }

[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || die "'$version' is not MAJOR.MINOR.PATCH"
[ -z "$(git status --porcelain)" ] || die "there are changes that are not committed"
grep -q "^## $version" CHANGELOG.md || die "CHANGELOG.md has no section '## $version'"

# The version is stated in CMakeLists.txt, where everything else reads it, and in the changelogs.
set_version() {
  sed -i -E "s/^(project\(allways VERSION )[0-9.]+/\1$version/" CMakeLists.txt
  sed -i -E "s/^## $version \(unreleased\)/## $version ($(date -u +%F))/" CHANGELOG.md
  if ! head -n 1 debian/changelog | grep -q "($version-1)"; then
    { printf 'allways (%s-1) unstable; urgency=medium\n\n  * New version: CHANGELOG.md.\n\n -- %s  %s\n\n' "$version" \
        "$(sed -n 's/^Maintainer: //p' debian/control)" "$(date -Ru)"
      cat debian/changelog; } >debian/changelog.new
    mv debian/changelog.new debian/changelog
  fi
  [ -z "$(git status --porcelain)" ] || git commit -qam "Version $version"
}
if ! git rev-parse -q --verify "refs/tags/v$version" >/dev/null; then
  set_version
  git tag -a "v$version" -m "Allways $version"
fi
[ "$(git rev-parse "v$version^{commit}")" = "$(git rev-parse HEAD)" ] || die "the tag v$version names another commit"

# A patch keeps the binary interface.
previous=$(git tag --list 'v*' --sort=-v:refname --merged HEAD^ | head -n 1 || true)
if [ -n "$previous" ] && [ "${previous%.*}" = "v${version%.*}" ]; then scripts/abi.sh "$previous"; fi

export SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
rm -rf "$out"
mkdir -p "$out"
for part in $parts; do
  case $part in
    sdist) python3 -m venv build/venv_sdist && build/venv_sdist/bin/pip install --quiet build && build/venv_sdist/bin/python -m build --quiet --sdist --outdir "$out" . ;;
    wheel)
      rm -f build/wheel/*.whl
      scripts/wheel.sh "$@"
      cp build/wheel/*.whl "$out/"
      python3 scripts/wheel/sbom.py "$version" build/wheel/carried.tsv >"$out/allways-$version.spdx.json"
      ;;
    deb)
      scripts/deb.sh bookworm trixie
      for release in bookworm trixie; do mkdir "$out/$release" && cp build/deb/$release/*.deb "$out/$release/"; done
      ;;
    *) die "RELEASE_PARTS: expected sdist, wheel or deb, found '$part'" ;;
  esac
done
(cd "$out" && find . -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS && cat SHA256SUMS)
