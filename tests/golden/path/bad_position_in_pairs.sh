# exit 3
printf "1,2\n1,@3\n" | allways path sioux_falls --pairs - --quiet
