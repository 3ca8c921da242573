allways table sioux_falls --origins 1,2,3 --destinations 4,5 -o od.omx --quiet
allways draw od.omx -o od.svg --quiet && grep -c "<svg" od.svg
