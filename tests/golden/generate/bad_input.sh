# exit 2
allways generate streets --nodes many -o out.gr
