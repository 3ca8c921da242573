# exit 2
# Volumes in PCE and generalised costs at equilibrium, as in the files of the TNTP collection.
printf '<NUMBER OF ZONES> 2\n<NUMBER OF NODES> 3\n<FIRST THRU NODE> 3\n<NUMBER OF LINKS> 3\n<END OF METADATA>\n~\tinit_node\tterm_node\tcapacity\tfree_flow_time\tb\tpower\ttoll\t;\n1 3 100 2 0.15 4 1 ;\n3 2 50 4 0.5 1 0 ;\n1 2 80 9 0.15 4 0 ;\n' > m_net.tntp
printf '<NUMBER OF ZONES> 2\n<TOTAL OD FLOW> 100\n<END OF METADATA>\nOrigin 1\n2 : 100;\n' > m_trips.tntp
allways assign m_net.tntp --matrix m_trips.tntp --vdf bpr --cost time --fixed-cost '0.1 * toll' --gap 1e-9 -o m_flow.tntp --quiet
python3 -c '
for line in open("m_flow.tntp").read().splitlines():
    print(*line.split("\t") if line[0] == "F" else [round(float(x), 4) for x in line.split("\t")])'
printf 'class,matrix,pce\ncar,m_trips.tntp,1\nlorry,m_trips.tntp,0.5\n' > classes.csv
allways assign m_net.tntp --classes classes.csv --vdf bpr --cost time --gap 1e-6 -o - -f tntp-flow --quiet | awk '{ print $1, $2, int($3 + 0.5) }'
allways assign m_net.tntp --matrix m_trips.tntp --cost time -o b_flow.tntp
allways assign m_net.tntp --matrix m_trips.tntp --cost time --vdf bpr --what nodes -o b_flow.tntp; code=$?
ls *_flow.tntp
exit $code
