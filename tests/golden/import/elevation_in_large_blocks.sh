# exit 3
# Rows of 280 MB, which can only be read as a whole.
printf 'BYTEORDER I\nNROWS 2\nNCOLS 70000000\nNBANDS 1\nNBITS 32\nPIXELTYPE FLOAT\nULXMAP 7.99\nULYMAP 47\nXDIM 0.000000001\nYDIM 0.01\n' > dem.hdr
truncate -s 560000000 dem.flt
printf 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]' > dem.prj
allways import fixtures/village.osm --elevation dem.flt -o village.gpkg -q
