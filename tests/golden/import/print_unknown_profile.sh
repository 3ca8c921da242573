# exit 2
allways import --print-profile rocket
