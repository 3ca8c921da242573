# exit 2
allways solve fixtures/square.gr -o a.omx --quiet
allways convert a.omx a.db --unreachable never
