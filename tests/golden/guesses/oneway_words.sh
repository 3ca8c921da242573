# A word means what its company says; where that leaves two meanings, the other is named.
f() { echo "{\"type\":\"Feature\",\"properties\":{$1},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[$2]}}"; }
layer() { i=0; for word in "$@"; do f "\"oneway\":\"$word\"" "[1.$i,2],[1.$((i+1)),2]"; i=$((i+1)); done; }
layer T F > letters.geojsonl && allways info letters.geojsonl | grep "^arcs"
allways info letters.geojsonl --oneway-values T,,F --strict -q | grep "^arcs"
layer 1 2 > numbers.geojsonl && allways info numbers.geojsonl | grep "^arcs"
layer FT TF N B > esri.geojsonl && allways info esri.geojsonl --strict | grep "^arcs"
allways info esri.geojsonl --oneway-values 'FT,TF,B|N' --strict -q | grep "^arcs"
layer F F F F T weird > some.geojsonl && allways info some.geojsonl | grep "^arcs"
allways info some.geojsonl --oneway-values 'F,T,B,weird' --strict -q | grep "^arcs"
# Two-way lines do not hide that no direction is understood.
layer no no no no no no no Bergab Bergauf > none.geojsonl && allways info none.geojsonl
test $? = 3 && allways info none.geojsonl --oneway-values 'Bergab,Bergauf,no' --strict -q | grep "^arcs"
