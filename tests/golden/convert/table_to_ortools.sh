allways solve fixtures/lane.osm -o table.omx --quiet && allways convert table.omx - -f ortools --unit ms --unreachable 99999999 --quiet
