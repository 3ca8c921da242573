allways import fixtures/village.osm -o roads.fgb --lossy --quiet
ls roads*
allways info roads.fgb --quiet | head -12
