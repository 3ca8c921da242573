// SPDX-License-Identifier: Apache-2.0
#include "query/percentiles.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace allways::query {

namespace {

constexpr int all_bits = 64;

}  // namespace

Percentiles::Percentiles(std::span<const double> shares) {
    for (const double share : shares) targets_.push_back({share, 0, 0, 0});
    regroup();
}

void Percentiles::regroup() {
    groups_.clear();
    for (Target& target : targets_) {
        const auto same = std::ranges::find(groups_, target.bits, &Group::bits);
        target.group = static_cast<std::size_t>(same - groups_.begin());
        if (same == groups_.end()) groups_.push_back({target.bits, std::vector<std::uint64_t>(std::size_t{1} << step)});
    }
}

void Percentiles::add(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);  // -0 becomes 0
    if (known_bits_ == 0) ++count_;
    for (Group& group : groups_) {
        if (known_bits_ > 0 && bits >> (all_bits - known_bits_) != group.bits) continue;
        ++group.counts[(bits >> (all_bits - known_bits_ - step)) & 0xffff];
    }
}

bool Percentiles::next_pass() {
    if (count_ == 0) return false;
    for (Target& target : targets_) {
        if (known_bits_ == 0) {
            const double rank = std::ceil(target.share / 100 * static_cast<double>(count_));
            target.rank = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(rank), 1, count_);
        }
        std::uint64_t next = 0;
        for (const std::uint64_t count : groups_[target.group].counts) {
            if (target.rank <= count) break;
            target.rank -= count;
            ++next;
        }
        target.bits = target.bits << step | next;
    }
    known_bits_ += step;
    if (known_bits_ == all_bits) return false;
    regroup();
    return true;
}

std::vector<double> Percentiles::numbers() const {
    std::vector<double> found;
    if (count_ == 0) return found;
    for (const Target& target : targets_) found.push_back(std::bit_cast<double>(target.bits));
    return found;
}

}  // namespace allways::query
