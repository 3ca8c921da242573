# exit 3
allways import sioux_falls -o city.gpkg --order -q
python3 -c "
import sqlite3
city = sqlite3.connect('city.gpkg')
city.execute('UPDATE allways_order SET node_id = NULL WHERE fid = 4')
city.commit()"
allways solve city.gpkg -o city.csv
