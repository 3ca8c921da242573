allways demo village | sed "s|in /.*/village|in …/village|"
ls village
