# exit 2
allways-bench peers --network sioux_falls --cost beauty
