allways info fixtures/triangle.mtx
