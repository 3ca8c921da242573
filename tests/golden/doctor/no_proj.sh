# exit 5
PROJ_DATA=/nowhere PROJ_LIB=/nowhere allways doctor
