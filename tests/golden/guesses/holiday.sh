# A street that is closed on weekday mornings but on holidays: the day is taken to be none.
sed 's|v="Mill Road"/>|&<tag k="access:conditional" v="no @ (Mo-Fr 07:00-09:00; PH off)"/>|' fixtures/village.osm > mill.osm
allways path mill.osm --at 2026-11-23T08:00 --from 6 --to 8
allways path mill.osm --at 2026-11-23T08:00 --holiday public --from 6 --to 8 -q
allways path mill.osm --at 2026-11-23T08:00 --from 6 --to 8 --strict -q
