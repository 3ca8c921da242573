# Ids and columns that would change the colours or the title of a terminal
printf 'from,to,length,a\033[31m\nAlpha,Be\033[31mta\302\233,5,1\nBe\033[31mta\302\233,Gamma\033]0;title\a,4,2\n' > names.csv
allways path names.csv --from Alpha --to "$(printf 'Gamma\033]0;title\a')" --undirected --quiet
allways info names.csv --undirected --quiet | tail -2
