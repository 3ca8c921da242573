allways solve fixtures/square.gr --dry-run --schedule blocked --device reference --quiet | sed 's/memory.*/memory …/; s/reference (.*/reference/'
