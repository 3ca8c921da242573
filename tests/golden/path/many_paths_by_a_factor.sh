# Many paths of a network are answered from a factor made for them, few by a search each; they are the same.
allways generate streets --nodes 400 --seed 3 -o streets.gmns --quiet
allways solve streets.gmns -o table.omx --quiet
for a in $(seq 1 20 400); do for b in $(seq 7 40 400); do echo "$a,$b"; done; done > many.csv
head -n 5 many.csv > few.csv
for pairs in few many; do
    allways path streets.gmns --pairs $pairs.csv -f csv -o from_network.csv -O --json --quiet | grep '"method"'
    allways path table.omx --pairs $pairs.csv -f csv | cmp - from_network.csv && echo same
done
