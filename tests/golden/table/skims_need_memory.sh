# exit 5
allways solve sioux_falls --cost time --skim length -o whole.omx --quiet
nodes=$(seq -s, 20)
allways table whole.omx --points $nodes -o part.omx --memory 4k --quiet || exit 1
allways table whole.omx --points $nodes -O -o part.omx --memory 3k --quiet
