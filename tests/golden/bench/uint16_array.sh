# exit 2
allways bench --device reference --n 60 --type uint16 --hops array
