allways solve fixtures/square.gr -o - -f csv --unreachable -1 --quiet
