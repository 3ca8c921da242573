# exit 3
mkdir copy.gmns; touch copy.gmns/link.csv; allways convert no_such_file.gr copy.gmns
