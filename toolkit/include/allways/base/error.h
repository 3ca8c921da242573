// SPDX-License-Identifier: Apache-2.0
// Every exception Allways throws: one base, and one kind for each thing a caller can do about it.
// Messages state what was expected, what was found and what to try. They put the names of option fields in backticks:
// "`overwrite` replaces it". "No path" is a value, never an error.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"

namespace allways {

class ALLWAYS_API Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// A file that cannot be read, content that breaks its format, or the id of a node that does not exist. `file` and
// `line` give the position of the error (line from 1; 0 where lines do not apply).
class ALLWAYS_API InputError : public Error {
public:
    InputError(std::string file, std::uint64_t line, std::string_view message);
    const std::string& file() const { return file_; }
    std::uint64_t line() const { return line_; }

private:
    std::string file_;
    std::uint64_t line_;
};

// An option or argument outside its range, or an unknown field or name.
class ALLWAYS_API InvalidArgument : public Error {
public:
    using Error::Error;
};

// A job that does not fit: bytes needed and bytes available; the message states what to change.
class ALLWAYS_API CapacityError : public Error {
public:
    CapacityError(std::string_view message, std::uint64_t needed, std::uint64_t available);
    std::uint64_t needed() const { return needed_; }
    std::uint64_t available() const { return available_; }

private:
    std::uint64_t needed_;
    std::uint64_t available_;
};

// A requested device that is absent, or a failed OpenCL call. `code` is the OpenCL status (0 if no call was made); the
// message contains the call, the device and any build log.
class ALLWAYS_API DeviceError : public Error {
public:
    DeviceError(std::string_view message, int code);
    int code() const { return code_; }

private:
    int code_;
};

// Costs for which shortest paths do not exist: the nodes of one negative cycle, in order, the first not repeated at the
// end. These are indexes into the network or matrix; the message has the file's own ids.
class ALLWAYS_API NegativeCycleError : public Error {
public:
    NegativeCycleError(std::string_view message, std::vector<std::uint32_t> cycle);
    const std::vector<std::uint32_t>& cycle() const { return cycle_; }

private:
    std::vector<std::uint32_t> cycle_;
};

// The progress callback asked to stop.
class ALLWAYS_API Cancelled : public Error {
public:
    Cancelled() : Error("cancelled") {}
};

// Thrown for contradictory content that is noticed only when it is used, such as next hops that form a circle, or a
// factor of other costs. Only a damaged file can cause it; callers that know the file rethrow it as an InputError.
class ALLWAYS_API DamagedContent : public Error {
public:
    using Error::Error;
};

}  // namespace allways
