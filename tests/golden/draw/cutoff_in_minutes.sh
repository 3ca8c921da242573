allways draw fixtures/village.osm --from 1 --cutoff 0.5,1 --unit min -o reach.html
grep -o '"breaks":\[[^]]*\]' reach.html
