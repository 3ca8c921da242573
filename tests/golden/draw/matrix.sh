allways draw fixtures/matrix.csv -o matrix.html -q
grep -o "\"values\":[^]]*." matrix.html
