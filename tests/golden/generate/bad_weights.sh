# exit 2
allways generate random --nodes 5 --weights 7 -o out.gr
