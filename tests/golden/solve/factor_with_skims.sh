allways solve sioux_falls -o city.factor --factor-only --skim length --quiet
allways info city.factor
allways table city.factor --origins 1,10 --destinations 5,20 --skim length -f csv-long -o - --quiet
allways table sioux_falls --origins 1,10 --destinations 5,20 --skim length -f csv-long -o - --quiet
allways solve sioux_falls -o float.factor --factor-only --skim length --cost-type float32 2> said.txt; echo "exit $?"
grep error said.txt
allways solve sioux_falls -o city.factor -O --factor-only --skim lenght 2> said.txt; echo "exit $?"
grep error said.txt
