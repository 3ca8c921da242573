# exit 3
printf "from,to\n@7.41,43.73,@7.42,43.74\n" | allways path fixtures/village.osm --pairs - --quiet
