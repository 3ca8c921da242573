# exit 3
touch card.json
allways tune --device 99:0 -o card.json
