# What people accept between a place and their road: 200 m on foot, 300 m by bicycle, 500 m otherwise.
printf 'id,lon,lat\nnear,8.0001,46.9999\n150 m,8.0,46.99865\n250 m,8.0,46.99775\n400 m,8.0,46.9964\n600 m,8.0,46.9946\n' > around.csv
for profile in foot bicycle car; do
    echo "$profile: $(allways snap fixtures/village.osm --profile $profile --points around.csv -o - -f csv --quiet | grep -c ',1,')"
done
