# Demand of the collection that TNTP networks come from.
printf '<NUMBER OF ZONES> 3\n<TOTAL OD FLOW> 60.5\n<END OF METADATA>\n\nOrigin 1\n 2 : 10.5; 3 : 20;\nOrigin 3\n 1 : 30;\n' > trips.tntp
allways info trips.tntp --quiet
allways convert trips.tntp - -f csv --quiet
