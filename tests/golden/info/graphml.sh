allways info fixtures/quarter.graphml -q && allways solve fixtures/quarter.graphml --cost length -o - -f csv -q
