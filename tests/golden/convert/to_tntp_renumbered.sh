# exit 2
# Other ids are renumbered, zone centroids first; a link without a time is left out.
printf 'id,from,to,time,speed,grade\n1,10,7,5,30,1\n2,7,40,,50,2\n3,40,10,2.5,,3\n' > arcs.csv
allways convert arcs.csv arcs_net.tntp --no-through 40
tr '\t' ' ' < arcs_net.tntp
# No-through nodes that are not the first ones are refused.
allways convert sioux_falls sf_net.tntp --no-through 1,5
