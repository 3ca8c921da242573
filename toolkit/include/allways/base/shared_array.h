// SPDX-License-Identifier: Apache-2.0
// An array that is either a vector of its own or a part of memory that somebody else owns, such as a mapped file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace allways {

// Behaves like a vector. Copies of borrowed memory share it, and keep it alive; the first change of such a copy makes
// it a vector of its own. Reading is safe from several threads at once.
template <class T>
class SharedArray {
public:
    using value_type = T;
    using const_iterator = const T*;
    using iterator = const_iterator;

    SharedArray() = default;
    SharedArray(std::vector<T> values) : own_(std::move(values)) {}
    SharedArray(std::initializer_list<T> values) : own_(values) {}
    // Borrows `values` from `owner`.
    SharedArray(std::span<const T> values, std::shared_ptr<const void> owner)
        : borrowed_(values), owner_(std::move(owner)) {}

    std::size_t size() const { return owner_ ? borrowed_.size() : own_.size(); }
    bool empty() const { return size() == 0; }
    const T* data() const { return owner_ ? borrowed_.data() : own_.data(); }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size(); }
    const T& operator[](std::size_t i) const { return data()[i]; }
    const T& front() const { return data()[0]; }
    const T& back() const { return data()[size() - 1]; }
    bool is_borrowed() const { return owner_ != nullptr; }
    // Copies made after this share the memory.
    void share() {
        if (owner_) return;
        auto owner = std::make_shared<const std::vector<T>>(std::exchange(own_, {}));
        borrowed_ = *owner;
        owner_ = std::move(owner);
    }

    operator std::span<const T>() const { return {data(), size()}; }
    operator std::vector<T>() const { return owner_ ? std::vector<T>(begin(), end()) : own_; }

    // The values as a vector that may be changed.
    std::vector<T>& edit() {
        if (owner_) {
            own_.assign(begin(), end());
            owner_.reset();
        }
        return own_;
    }
    void reserve(std::size_t count) { edit().reserve(count); }
    void resize(std::size_t count) { edit().resize(count); }
    void resize(std::size_t count, const T& value) { edit().resize(count, value); }
    void assign(std::size_t count, const T& value) { edit().assign(count, value); }
    template <class It>
    void assign(It first, It last) {
        edit().assign(first, last);
    }
    void push_back(T value) { edit().push_back(std::move(value)); }
    void pop_back() { edit().pop_back(); }
    void clear() { *this = {}; }

    friend bool operator==(const SharedArray& a, const SharedArray& b) { return std::ranges::equal(a, b); }
    friend bool operator==(const SharedArray& a, const std::vector<T>& b) { return std::ranges::equal(a, b); }

private:
    std::vector<T> own_;
    std::span<const T> borrowed_;
    std::shared_ptr<const void> owner_;
};

}  // namespace allways
