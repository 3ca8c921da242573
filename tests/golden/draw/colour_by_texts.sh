# Texts are categories, the most frequent one on top.
allways draw fixtures/village.osm --colour-by facility_type -o kind.html -q
grep -o "\"legendTitle\":\"[^\"]*\"" kind.html
grep -o "\"label\":\"[^\"]\+\",\"colour\":\"[^\"]*\"" kind.html
# So are numbers on request.
printf 'from,to,zone,length\n1,2,7,1\n2,3,7,1\n3,4,12,1\n4,5,,1\n5,6,3,1\n6,7,12,1\n7,8,7,1\n' > edges.csv
seq 1 8 | sed 's/.*/&,&,0/' | sed '1i id,x,y' > nodes.csv
allways draw edges.csv --nodes nodes.csv --crs none --colour-by zone --classes categories,2 -o zone.html -q
grep -o "\"label\":\"[^\"]\+\",\"colour\":\"[^\"]*\"" zone.html
