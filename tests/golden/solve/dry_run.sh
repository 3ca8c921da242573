allways solve fixtures/square.gr --dry-run --device reference --quiet | sed 's/memory.*/memory …/; s/host (.*/host …/; s/sweep: .*/sweep: …/' ; ls
