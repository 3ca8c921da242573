# Prices of turns are seconds, so the unit of the cost must be known.
printf 'id,from,to,cost\n1,1,2,5\n2,2,3,6\n' > roads.csv
printf 'from_arc,to_arc,seconds\n1,2,60\n' > turns.csv
for command in "path --from 1 --to 3" "table --origins 1 --destinations 3 -o t.csv" "solve -o t.npy" "isochrone --from 1 --cutoff 20 -o i.csv" \
    "centrality --measures closeness -o c.csv"; do
    set -- $command
    verb=$1; shift
    allways $verb roads.csv --directed --turns turns.csv "$@" -q 2>&1
    echo "$verb: exit $?"
done
printf 'origin,destination,trips\n1,3,2\n' > trips.csv
allways assign roads.csv --directed --turns turns.csv --pairs trips.csv -o l.csv -q 2>&1
echo "assign: exit $?"
mkdir model
printf 'node_id,x_coord,y_coord\n1,0,0\n2,1,0\n3,2,0\n' > model/node.csv
printf 'link_id,from_node_id,to_node_id,directed,cost\n1,1,2,1,5\n2,2,3,1,6\n' > model/link.csv
printf 'mvmt_id,node_id,ib_link_id,ob_link_id,penalty\n1,2,1,2,60\n' > model/movement.csv
allways path model --from 1 --to 3 -q 2>&1
echo "GMNS: exit $?"
allways path roads.csv --directed --turns turns.csv --cost-unit min --from 1 --to 3 -q | head -n 1
allways path roads.csv --directed --turns restrictions --cost-unit m --from 1 --to 3 -q | head -n 1
