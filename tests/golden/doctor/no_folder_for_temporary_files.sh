# exit 5
TMPDIR=/nowhere allways doctor
