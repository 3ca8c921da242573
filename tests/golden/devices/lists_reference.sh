allways devices | tail -n 1
