# Other good ways beside the shortest, in every format; a factor has the same.
allways path sioux_falls --from 13 --to 16 --alternatives --quiet | grep time
printf 'from,to,name\n13,16,far\n1,2,near\n' > pairs.csv
allways path sioux_falls --pairs pairs.csv --alternatives 1 -f csv --quiet | cut -d, -f1-4,9,10,13
allways path sioux_falls --pairs pairs.csv --alternatives 1 -f json --quiet | grep -E '"(alternative|name|distance)"'
allways path sioux_falls --from 13 --to 16 --alternatives 1 -f geojson --quiet | grep -o '"alternative":[0-9]'
allways path sioux_falls --pairs pairs.csv --alternatives 1 -o paths.gpkg --json --quiet | head -4
python3 -c "import sqlite3; print(sqlite3.connect('paths.gpkg').execute('select route, cost, alternative, name from path').fetchall())"
allways solve sioux_falls --factor-only -o town.factor --quiet
allways path town.factor --from 13 --to 16 --alternatives --quiet | grep time
