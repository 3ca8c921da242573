# exit 5
allways generate streets --nodes 1000 -o streets.gr --quiet
allways solve streets.gr --dry-run --device reference --schedule blocked --memory 22M --quiet | grep ^schedule
allways solve streets.gr --dry-run --device reference --schedule squaring --memory 22M --quiet
