allways path sioux_falls --pairs fixtures/positions.csv
printf "from,to\n\"@0.1,7.1\",3\n" | allways path sioux_falls --pairs - --quiet
printf "@0.1,7.1;3\n" | allways path sioux_falls --pairs - --quiet
printf "@0.1,7.1 3\n" | allways path sioux_falls --pairs - --quiet
printf "1\t@2.9,7.1\n" | allways path sioux_falls --pairs - --quiet
