# The report goes to standard error, since the paths take standard output.
allways path sioux_falls --from 1 --to 20 --json
