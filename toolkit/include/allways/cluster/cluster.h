// SPDX-License-Identifier: Apache-2.0
// The ranks that solve one problem together: processes on many machines (allways/mpi/mpi_cluster.h) or threads of one
// process (tests/support/thread_cluster.h), and the messages between them.
#pragma once

#include <cstddef>
#include <memory>

#include "allways/base/api.h"
#include "allways/base/error.h"

namespace allways {

// Another rank failed, or the ranks' messages contradict one another.
class ALLWAYS_API RankError : public Error {
public:
    using Error::Error;
};

// An operation that has begun. Its memory must stay valid until wait() has returned.
class Pending {
public:
    virtual ~Pending() = default;
    // Throws the error with which the cluster fails.
    virtual void wait() = 0;
};

// A subset of a cluster's ranks, numbered anew from 0 in the order of their ranks.
class RankGroup {
public:
    virtual ~RankGroup() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    // Begins to copy `bytes` of the memory of `root` into that of the others. All ranks of the group call it, and call
    // all broadcasts in the same order.
    virtual std::unique_ptr<Pending> begin_broadcast(int root, void* memory, std::size_t bytes) = 0;
};

// Each rank has one Cluster, and calls it from one thread at a time. Sizes are in bytes and may exceed 2^32. A rank
// that fails ends the job: the calls of the others throw, or do not return.
class Cluster {
public:
    virtual ~Cluster() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    // The rank's number among the ranks of this machine.
    virtual int rank_on_machine() const = 0;
    virtual int ranks_on_machine() const = 0;

    // Called by all ranks: the ranks with the same colour (>= 0) form a group.
    virtual std::unique_ptr<RankGroup> group(int colour) = 0;
    // Messages from one rank to another arrive in the order in which they are sent, and are received whole.
    virtual void send(int to, const void* memory, std::size_t bytes) = 0;
    virtual void receive(int from, void* memory, std::size_t bytes) = 0;
    // Waits until all ranks have called it.
    virtual void barrier() = 0;
};

}  // namespace allways
