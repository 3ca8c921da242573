allways-bench paper deng --sizes 32,64 --limit 0.000000001 --quiet
