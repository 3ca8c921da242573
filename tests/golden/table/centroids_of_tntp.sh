# The zones of a TNTP network that paths may pass are centroids in every command.
printf '<NUMBER OF ZONES> 2\n<NUMBER OF NODES> 3\n<FIRST THRU NODE> 1\n<NUMBER OF LINKS> 4\n<END OF METADATA>\n~ init term capacity length time b power speed toll type ;\n1 3 1 1 2 0.15 4 0 0 1 ;\n3 1 1 1 2 0.15 4 0 0 1 ;\n2 3 1 1 5 0.15 4 0 0 1 ;\n3 2 1 1 5 0.15 4 0 0 1 ;\n' > town_net.tntp
printf '<NUMBER OF ZONES> 2\n<TOTAL OD FLOW> 12\n<END OF METADATA>\n\nOrigin 1\n2 : 8;\n\nOrigin 2\n1 : 4;\n' > town_trips.tntp
allways table town_net.tntp --points centroids -o - -f csv -q
allways assign town_net.tntp --matrix town_trips.tntp --points centroids -o - -f csv -q
printf 'arc,cost\n1,9\n' > works.csv
allways compare town_net.tntp --points centroids --set works.csv -o - -f csv-long -q
printf 'zone_id,jobs\n1,10\n2,30\n' > jobs.csv
allways access town_net.tntp --origins centroids --destinations centroids --values jobs.csv --weights jobs --cutoff 3,7 -o - -f csv -q
