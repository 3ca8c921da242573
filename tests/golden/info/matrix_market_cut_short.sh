# exit 3
head -n 5 fixtures/triangle.mtx > short.mtx; allways info short.mtx
