# Positions snap once, to the roads as they were.
printf 'arc,cost\n3,inf\n' > closed.csv
printf 'id,lon,lat\nmill,8.0001,47\nchurch,8.004,47.004\ninn,8.002,47.0011\n' > points.csv
allways import fixtures/village.osm -o village.gpkg -q
allways compare village.gpkg --set closed.csv --points points.csv --json -q
