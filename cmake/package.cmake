# Filled in with the installed package: targets, config and version file.
