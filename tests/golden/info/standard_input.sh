# What comes from standard input or a pipe is recognised by its content.
allways info fixtures/square.gr --quiet | sed 's|fixtures/square.gr|INPUT|' > file.txt
allways info - --quiet < fixtures/square.gr | sed 's|standard input|INPUT|' > piped.txt
diff file.txt piped.txt && echo same
allways convert fixtures/square.gr - -f edge-list --quiet | allways info - -F edge-list --quiet --json | grep '"nodes"'
allways info - < /dev/null
# exit 3
