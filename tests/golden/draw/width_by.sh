# The two directions side by side, their widths in proportion, and samples in the legend.
printf 'from,to,load,length\n1,2,100,1\n2,1,400,1\n2,3,0,1\n' > edges.csv
printf 'id,x,y\n1,0,0\n2,1,0\n3,2,0\n' > nodes.csv
allways draw edges.csv --nodes nodes.csv --crs none --width-by load -o load.html -q --attribution 'Traffic counts: City of X'
grep -o '"label":"[^"]\+","colour":"[^"]*","width":[0-9.]*' load.html | sed 's/"colour":"[^"]*",//'
grep -o '"widths":\[[^]]*\],"beside":\[[^]]*\]' load.html
grep -o '"attribution":"[^"]*"' load.html
