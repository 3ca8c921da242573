# A street that is closed on weekday mornings but on holidays: the day is taken to be none.
sed 's|v="Mill Road"/>|&<tag k="access:conditional" v="no @ (Mo-Fr 07:00-09:00; PH off)"/>|' fixtures/village.osm > mill.osm
allways import mill.osm --at 2026-11-23T08:00 -o closed.gpkg
allways import mill.osm --at 2026-11-23T08:00 --holiday public -o open.gpkg -q
for net in closed open; do allways info $net.gpkg -q | grep ^arcs; done
allways import mill.osm --at 2026-11-23T08:00 -o strict.gpkg --strict -q; echo "exit $?"
