# exit 3
allways solve sioux_falls -o a.omx --quiet
printf 'node_id,x,y\nx,0,1\ny,2,0\n' > weights.csv
allways diff a.omx a.omx --weights weights.csv
