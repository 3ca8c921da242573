// SPDX-License-Identifier: Apache-2.0
// The ranks of an MPI job: processes that mpirun or srun started, on one machine or many. In builds with ALLWAYS_MPI.
#pragma once

#include <memory>

#include "allways/base/api.h"
#include "allways/cluster/cluster.h"

namespace allways {

// Starts MPI, at most once in a process. Destroying the result ends MPI and waits for all ranks. Any thread may call
// the cluster, but only one at a time. If a rank exits or dies, mpirun ends the others.
ALLWAYS_API std::unique_ptr<Cluster> start_mpi();

// Ends all ranks at once; the job's exit code is `code`.
[[noreturn]] ALLWAYS_API void abort_mpi(int code);

}  // namespace allways
