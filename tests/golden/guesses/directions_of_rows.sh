# AequilibraE: 1 leads along a link, -1 against it, 0 both ways; what is closed has a 0.
cat > links.csv <<'X'
link_id,a_node,b_node,direction,distance,travel_time_ab,travel_time_ba
1,1,2,1,100,5,0
2,3,2,-1,100,0,6
3,3,4,0,100,7,8
X
allways solve links.csv -o - -f csv --strict -q
# A field of that name need not be one.
sed 's/a_node,b_node/from,to/; s/travel_time_ab,travel_time_ba/time,other/; s/,-1,/,0,/' links.csv > other.csv
allways solve other.csv -o - -f csv
# TransCAD, without the field: a direction without a value is closed.
printf 'ID,From_Node,To_Node,AB_Time,BA_Time\n1,1,2,5,0\n2,2,3,6,\n3,3,4,7,8\n' > ab.csv
allways solve ab.csv -o - -f csv
allways solve ab.csv -o - -f csv --directed --cost Time -q
