allways path sioux_falls --from @0.1,7.2 --via 3 --to @2.9,6.1
