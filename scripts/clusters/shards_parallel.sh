#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A table in shards by GNU parallel, on this machine or others, then joined:
#
#     shards_parallel.sh NETWORK TABLE SHARDS [OPTIONS OF SOLVE]
#     PARALLEL_OPTIONS='--sshlogin node1,node2 --workdir .' shards_parallel.sh NETWORK TABLE SHARDS
# It runs JOBS shards at a time per machine (default: 4) with THREADS threads each (default: an even share of the
# cores). Run it again after a failure: shards continue after their last checkpoint, finished ones end at once.
set -euo pipefail
network=$1 table=$2 shards=$3
shift 3
jobs=${JOBS:-4}
threads=${THREADS:-$(( ($(nproc) + jobs - 1) / jobs ))}
allways=${ALLWAYS:-allways}

# shellcheck disable=SC2086  # options are words
seq "$shards" | parallel --jobs "$jobs" --quote ${PARALLEL_OPTIONS:-} \
  "$allways" solve "$network" -o "$table" --shard "{}/$shards" --resume --threads "$threads" "$@"
"$allways" join "$table"
