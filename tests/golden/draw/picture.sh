allways draw fixtures/village.osm -o village.png -q && allways draw fixtures/village.osm -o village.svg -q && allways draw fixtures/village.osm -f pdf -o village.picture -q
for file in village.*; do head -c 5 $file | tr -d "\211\r\n"; echo " $file"; done
