# exit 3
echo 1,99 | allways path fixtures/square.gr --pairs - --quiet
