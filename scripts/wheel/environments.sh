#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a wheel where something is missing or odd, and prints what the program says. Needs root, debootstrap and a network.
#   scripts/wheel/environments.sh WHEEL SYSTEM    SYSTEM is the folder of a Debian that may be spoilt, as made by
#                                                 debootstrap --variant=minbase --include=ca-certificates,python3-venv bookworm SYSTEM
set -euo pipefail
wheel=$(realpath "$1")
system=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# In a mount namespace of its own, so that what a case mounts is gone afterwards.
inside() {  # COMMAND
  unshare --fork --mount --pid --mount-proc="$system/proc" chroot "$system" env -i PATH=/venv/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root bash -c "$1"
}

rm -rf "$system/data"
cp -r data "$system/data"
cp "$wheel" "$system/"
[ -x "$system/venv/bin/pip" ] || inside 'python3 -m venv /venv'
inside "pip install --quiet --force-reinstall --no-deps /${wheel##*/} && pip install --quiet numpy"

try() {  # TITLE COMMAND
  echo "== $1"
  echo "\$ $2"
  inside "cd /data && { $2; } 2>&1 | tail -n 8; echo \"exit \${PIPESTATUS[0]}\"" || true
  echo
}

package=/venv/lib/python3*/site-packages/allways
table="allways table village.osm --points village_customers.csv -f csv -o -"

try "as it should be" "$table"
try "no OpenCL driver" "allways devices; allways doctor | grep -A1 OpenCL"
try "no PROJ data" "mount -t tmpfs none \$(echo $package)/share/proj; $table"
try "PROJ data of another version" "mkdir -p /old; cp \$(echo $package)/share/proj/proj.db /old/; python3 -c \"import sqlite3; c = sqlite3.connect('/old/proj.db'); c.execute(\\\"UPDATE metadata SET value = '0' WHERE key LIKE '%LAYOUT.VERSION.MINOR'\\\"); c.commit()\"; PROJ_DATA=/old $table"
try "read-only home" "mount -t tmpfs -o ro none /root; $table"
try "no home" "unset HOME; $table"
try "read-only system" "mount --bind / /mnt; mount -o remount,bind,ro /mnt; mount -t proc none /mnt/proc; chroot /mnt bash -c 'cd /data; PATH=/venv/bin:\$PATH; $table; allways table village.osm --points village_customers.csv -o /data/times.csv'"
try "no /tmp" "mount --bind / /mnt; mount -t tmpfs -o size=4k,mode=0000 none /mnt/tmp; TMPDIR=/nowhere allways info - <village.osm"
try "full /tmp" "mount -t tmpfs -o size=4k none /tmp; cat village.osm village.osm | allways info -"
try "noexec" "mount --bind /venv /venv; mount -o remount,bind,noexec /venv; /usr/bin/python3 /venv/lib/python3*/site-packages/allways/launch.py --version"
try "ASCII locale" "export LC_ALL=C; mkdir -p /root/Straße; cp village.osm /root/Straße/Dörfli.osm; allways info /root/Straße/Dörfli.osm | head -n 2"
try "no /proc" "umount /proc; $table; allways doctor | grep memory"
try "full disk" "$table >/dev/full"
try "little memory" "ulimit -v 90000; $table"
try "no threads" "setpriv --reuid 1234 --clear-groups bash -c 'ulimit -u 1; exec /venv/bin/allways table village.osm --points village_customers.csv -f csv -o -'"
try "a user without an entry in passwd" "unset HOME; setpriv --reuid 1234 --regid 1234 --clear-groups $table"
try "no fonts" "allways draw village.osm -o /root/village.png -O"
