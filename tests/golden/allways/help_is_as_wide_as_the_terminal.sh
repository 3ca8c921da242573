for command in $(allways help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  for width in 60 100; do
    # Examples stay as they are typed.
    COLUMNS=$width allways help "$command" | sed '/^Examples:/,$d; s/…/./g' | awk -v width=$width -v command="$command" \
      'length > width && NF > 2 { print command ": " length ": " $0 }'
  done
done
COLUMNS=60 allways help snap | sed -n '/--log-level/,/--progress/p'
