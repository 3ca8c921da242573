# exit 5
ALLWAYS_CACHE_DIR=/dev/null/cache allways doctor
