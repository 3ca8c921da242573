# Edits of the layers count at once: the packed copy beside them is left aside, and so is a damaged one.
allways import sioux_falls -o city.gpkg -q
allways path city.gpkg --from 1 --to 3
python3 -c "
import sqlite3
city = sqlite3.connect('city.gpkg')
for function in 'ST_IsEmpty', 'ST_MinX', 'ST_MaxX', 'ST_MinY', 'ST_MaxY':
    city.create_function(function, 1, lambda shape: 0)
city.execute('UPDATE link SET time = 250 WHERE from_node_id = 1 AND to_node_id = 3')
city.commit()"
allways path city.gpkg --from 1 --to 3
allways import city.gpkg -o again.gpkg -q && allways path again.gpkg --from 1 --to 3
python3 -c "
import sqlite3
city = sqlite3.connect('again.gpkg')
city.execute('UPDATE allways_copy SET checksum = 0 WHERE part = 1')
city.commit()"
allways path again.gpkg --from 1 --to 3
