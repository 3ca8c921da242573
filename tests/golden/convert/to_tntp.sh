# Ids 1 … N are kept. What TNTP lacks, and what has another name there, is said.
allways convert sioux_falls sf_net.tntp
head -n 11 sf_net.tntp | tr '\t' ' '; head -n 2 sf_node.tntp | tr '\t' ' '
allways convert sf_net.tntp again_net.tntp --quiet && cmp sf_net.tntp again_net.tntp && cmp sf_node.tntp again_node.tntp
