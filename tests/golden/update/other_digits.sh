# Costs with more digits than the imported ones, and links without a row: their costs stay as they were.
printf 'id,from,to,cost\n1,a,b,1\n2,b,c,10\n3,c,d,100\n' > line.csv
printf 'arc,cost\n1,0.4\n2,7.5\n' > rows.csv
allways solve line.csv -o line.factor --factor-only -q && allways update line.factor --speeds rows.csv -q
allways table line.factor --points a,b,c,d -o - -f csv -q
allways import line.csv -o line.gpkg -q && allways update line.gpkg --speeds rows.csv -q
allways table line.gpkg --points a,b,c,d -o - -f csv -q
{
    printf '<NUMBER OF ZONES> 1\n<NUMBER OF NODES> 4\n<FIRST THRU NODE> 1\n<NUMBER OF LINKS> 3\n'
    printf '<ORIGINAL HEADER>~\tInit\tTerm\tCapacity (veh/h)\tLength (ft)\tFree Flow Time (min)\tB\tPower\tSpeed\tToll\tType\t;\n<END OF METADATA>\n'
    for link in '1\t2' '2\t3' '3\t4'; do printf "$link\t1\t5280\t1.090458488\t0\t0\t0\t0\t1\t;\n"; done
} > links_net.tntp
printf 'arc,speed_kmh\n3,50\n' > slow.csv
allways table links_net.tntp --origins 1 --destinations 2-4 -o - -f csv -q
allways import links_net.tntp -o links.gpkg -q && allways update links.gpkg --speeds slow.csv -q
allways table links.gpkg --origins 1 --destinations 2-4 -o - -f csv -q
