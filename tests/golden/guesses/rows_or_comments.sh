# Below a header there are no comments.
printf 'id,from,to,cost\n#1,1,#2,5\n2,#2,3,6\n' > roads.csv
printf 'node_id\n#2\n3\n' > ends.csv
allways table roads.csv --directed --origins 1 --destinations @ends.csv -o - -f csv -q
printf 'from,to\n#2,3\n1,3\n' > pairs.csv
allways table roads.csv --directed --pairs pairs.csv -o - -f csv-long -q
printf 'from_arc,to_arc,kind\n#1,2,forbidden\n' > turns.csv
allways table roads.csv --directed --turns turns.csv --origins 1 --destinations 3 -o - -f csv -q
printf '#2,3\n1,3\n' > pairs.csv
allways table roads.csv --directed --pairs pairs.csv -o - -f csv-long
printf 'node_id,#1 Depot,B\n#1 Depot,0,4\nB,5,0\n' > matrix.csv
allways path matrix.csv --from '#1 Depot' --to B -q | head -n 1
