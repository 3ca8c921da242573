allways info sioux_falls
