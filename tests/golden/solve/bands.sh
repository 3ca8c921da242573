allways solve sioux_falls -o bands.omx --bands --quiet
allways solve sioux_falls -o whole.omx --schedule sweep --quiet
cmp bands.omx whole.omx && ls *.omx*
