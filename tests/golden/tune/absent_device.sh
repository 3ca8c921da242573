# exit 5
allways tune --device 99:0 -o card.json
