# Nine names over ten fields, and a node beyond the stated number.
cat > city_net.tntp <<'X'
<NUMBER OF ZONES> 2
<NUMBER OF NODES> 3
<FIRST THRU NODE> 1
<NUMBER OF LINKS> 3
<END OF METADATA>
~	init_node	term_node	capacity	length	free_flow_time	b	power	toll	link_type	;
	1	2	100	5	6	0.15	4	40	0	1	;
	2	3	100	5	7	0.15	4	40	0	1	;
	3	7	100	5	8	0.15	4	40	0	1	;
X
allways path city_net.tntp --from 1 --to 7 | head -n 1
# Paths may pass the zones, which are centroids all the same.
allways table city_net.tntp --points centroids -o - -f csv -q
