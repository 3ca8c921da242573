allways info fixtures/square.graph && allways solve fixtures/square.graph -o - -f csv -q
