# exit 2
allways generate
