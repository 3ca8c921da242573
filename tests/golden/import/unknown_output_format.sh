# exit 2
allways import no_such_file.gr -o net.txt
