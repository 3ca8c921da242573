# exit 3
allways-bench peers --network missing.gr
