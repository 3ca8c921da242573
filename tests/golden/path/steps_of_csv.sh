# exit 2
allways path sioux_falls --from 1 --to 2 -f csv --steps roads
