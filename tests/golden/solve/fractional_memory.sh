allways solve sioux_falls --dry-run --memory 1.5G --device reference --quiet | grep -o 'of 1.5 GiB' | head -n 1
