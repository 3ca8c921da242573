allways path sioux_falls --from 1 --via 10 --via 24 --to 20 --quiet
