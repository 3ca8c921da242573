# A dearer arc, one that is gone, and a closed road.
# exit 6
allways solve fixtures/square.gr -o a.omx --quiet
sed 's/^a 1 2 3/a 1 2 4/; s/^a 3 4 .*//; s/^m .*//; s/^p sp 5 .*/p sp 5 99/' fixtures/square.gr > b.gr
sed -i "s/p sp 5 99/p sp 5 $(grep -c '^a ' b.gr)/" b.gr
allways solve b.gr -o b.omx --quiet
allways diff a.omx b.omx
