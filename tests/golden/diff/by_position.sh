# exit 6
# Numbers of another program: there are no ids.
printf '0,1,2\n3,0,4\n5,6,0\n' > a.csv
printf 'node_id,x,y,z\nx,0,1,2\ny,3,0,4.5\nz,5,6,7\n' > b.csv
allways diff a.csv b.csv --quiet; echo "exit $?"
allways diff a.csv b.csv --by-position
