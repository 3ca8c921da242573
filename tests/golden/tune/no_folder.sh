# exit 2
env -u HOME -u XDG_CONFIG_HOME ALLWAYS_TUNING_DIR= allways tune --device 99:0
