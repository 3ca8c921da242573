# An order without one of the nodes, as where one was added, is left aside; the table is that of any other order.
allways import sioux_falls -o city.gpkg --order -q
python3 -c "
import sqlite3
city = sqlite3.connect('city.gpkg')
city.execute('DELETE FROM allways_order WHERE fid = 4')
city.commit()"
allways solve city.gpkg -o city.csv --schedule sweep --json | grep '"order": "'
allways solve sioux_falls -o - -f csv -q | cmp - city.csv && wc -l < city.csv
