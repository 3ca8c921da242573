# exit 2
allways generate random --nodes 5 --probability 1.5 -o out.gr
