allways path sioux_falls --from 1 --to 20 --steps roads --quiet
