# exit 2
allways path sioux_falls --from @-96.77,43.61 --to 2
