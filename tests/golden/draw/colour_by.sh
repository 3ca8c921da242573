allways draw sioux_falls --colour-by free_speed -o speed.html -q
grep -o "\"legendTitle\":\"[^\"]*\"" speed.html
grep -o "\"label\":\"[^\"]\+\"" speed.html
