# Picked from again, written in another format; paths it has none.
# exit 3
allways table sioux_falls --origins 1,2,9 --destinations 3,4 -o part.omx --quiet
allways table part.omx --origins 9,1 --destinations 4 -o - -f csv-long --quiet
allways convert part.omx - -f csv --unit min
allways table part.omx --origins 3 --destinations 4 -o - -f csv --quiet
allways solve part.omx -o whole.omx --quiet
allways path part.omx --from 1 --to 3 --quiet
allways verify part.omx --network sioux_falls --quiet
