# Lengths times 3.6 by 0.8 of the limit, or by the speed of the class; the turn from High Street into Side Street is banned.
# 1113.195 m at 40 km/h, 3 parts of 1113.195 m at 65 km/h, 2218.938 m at 0.8 × 50 mph; in the morning at 0.8 × 20 mph.
allways path fixtures/district.geojson --from a --to d -f csv --quiet
allways path fixtures/district.geojson --from a --to d -f csv --quiet --at 2026-11-23T08:00 | tail -1
# Bicycles may ride against the one-way street, 17 km/h.
allways path fixtures/district.geojson --from d --to b -f csv --quiet --profile bicycle
