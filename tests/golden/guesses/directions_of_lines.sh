# Lines whose ends fields name are open both ways unless something says otherwise; --directed and others state it.
f() { echo "{\"type\":\"Feature\",\"properties\":{$1},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[$2]}}"; }
f '"FNODE_":1,"TNODE_":2' '[1,2],[1.1,2]' > roads.geojsonl
f '"FNODE_":2,"TNODE_":3' '[1.1,2],[1.2,2]' >> roads.geojsonl
allways solve roads.geojsonl -o - -f csv --cost length
allways solve roads.geojsonl -o - -f csv --cost length --directed --strict -q
allways solve roads.geojsonl -o - -f csv --cost length --undirected --strict -q | md5sum > both
allways solve roads.geojsonl -o - -f csv --cost length --oneway-field '' --strict -q | md5sum | diff both - && echo same
# Lines that lead back make each line one direction.
f '"FNODE_":2,"TNODE_":1' '[1.1,2],[1,2]' >> roads.geojsonl
allways solve roads.geojsonl -o - -f csv --cost length
# A field that nobody knows may have the directions.
f '"einweg":"x"' '[1,2],[1.1,2]' > other.geojsonl
allways info other.geojsonl --strict
test $? = 3 && allways info other.geojsonl --oneway-field '' --strict -q > /dev/null && echo stated
# Fields in pairs: a direction without a value is closed.
f '"ab_minutes":3,"ba_minutes":0' '[1,2],[1.1,2]' > pairs.geojsonl
allways solve pairs.geojsonl -o - -f csv --cost minutes
