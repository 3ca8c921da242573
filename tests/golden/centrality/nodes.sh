allways centrality fixtures/square.gr --measures closeness,harmonic,eccentricity,reach -o - -f csv --quiet
