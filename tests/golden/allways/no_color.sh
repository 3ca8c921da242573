# NO_COLOR keeps escape sequences out of messages, on a terminal too.
messages() { script --quiet --return --command 'allways info missing.gpkg' /dev/null | grep -c "$(printf '\033')\[3"; }
unset NO_COLOR
echo "with colours: $(TERM=xterm messages)"
echo "without: $(NO_COLOR=1 TERM=xterm messages)"
