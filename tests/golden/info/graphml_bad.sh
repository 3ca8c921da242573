# exit 3
sed 's/target="903"/target="904"/' fixtures/quarter.graphml > broken.graphml; allways info broken.graphml
