allways-bench help
allways-bench help paper
allways-bench help replot
allways-bench help peers
allways-bench help routers
