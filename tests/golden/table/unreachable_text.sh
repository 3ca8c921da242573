allways table fixtures/square.gr --origins 1 --destinations 5,2 -o - -f csv --unreachable never --cost-type float64 --quiet
