# exit 2
allways info fixtures/square.gr --cost-unit fortnights
