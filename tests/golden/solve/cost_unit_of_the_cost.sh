# --cost-unit is that of the column that --cost names.
# exit 2
printf '<NUMBER OF NODES> 2\n<FIRST THRU NODE> 1\n<END OF METADATA>\n1 2 9 5 1 0 0 0 3 1;\n2 1 9 5 1 0 0 0 3 1;\n' > a_net.tntp
allways solve a_net.tntp --cost length --cost-unit km -o - -f csv-long --quiet
allways solve a_net.tntp --cost-unit min -o - -f csv-long --quiet
allways solve a_net.tntp --cost length --cost-unit min -o - -f csv-long --quiet
allways solve sioux_falls --cost length --cost-unit m -o - -f csv-long --quiet
