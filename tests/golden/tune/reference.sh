# exit 2
allways tune --device reference -o card.json
