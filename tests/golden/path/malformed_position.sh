# exit 2
allways path sioux_falls --from @-96.77 --to 2
