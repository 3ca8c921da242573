# exit 2
allways-bench peers --device cpu
