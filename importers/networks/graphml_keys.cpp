// SPDX-License-Identifier: Apache-2.0
#include "networks/graphml_keys.h"

#include <algorithm>
#include <utility>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

namespace allways::importers {

namespace {

constexpr std::array<std::string_view, graphml_domain_count> domain_words{"graph", "node", "edge"};

}  // namespace

std::optional<GraphmlDomain> graphml_domain(std::string_view word) {
    const auto found = std::ranges::find(domain_words, word);
    if (found == domain_words.end()) return std::nullopt;
    return static_cast<GraphmlDomain>(found - domain_words.begin());
}

GraphmlKeys::Type GraphmlKeys::type_of(std::string_view word) {
    if (word == "int" || word == "long") return Type::whole;
    if (word == "float" || word == "double") return Type::real;
    if (word == "boolean") return Type::boolean;
    if (word == "string") return Type::text;
    throw InvalidArgument(format("expected attr.type int, long, float, double, boolean or string, found '{}'", word));
}

std::size_t GraphmlKeys::Fields::field_of(const Key& key) {
    const auto found = std::ranges::find(fields, key.name, &GraphmlField::name);
    if (found == fields.end()) {
        fields.push_back({key.name, key.type == Type::boolean, {}});
        defaults.emplace_back();
        current.emplace_back();
        return fields.size() - 1;
    }
    found->is_boolean = found->is_boolean && key.type == Type::boolean;
    return static_cast<std::size_t>(found - fields.begin());
}

void GraphmlKeys::add(const std::string& id, std::string_view name, std::string_view type, std::string_view domain) {
    Key key{std::string(name), type_of(type), {}};
    for (std::size_t i = 0; i < graphml_domain_count; ++i) {
        if (domain == domain_words[i] || domain == "all") key.field[i] = domains_[i].field_of(key);
    }
    if (!keys_.emplace(id, std::move(key)).second) throw InvalidArgument(format("duplicate key '{}'", id));
}

void GraphmlKeys::set_default(const std::string& id, std::string_view text) {
    const Key& key = keys_.at(id);
    check_value(key, text);
    for (std::size_t i = 0; i < graphml_domain_count; ++i) {
        if (key.field[i]) domains_[i].defaults[*key.field[i]] = text;
    }
}

void GraphmlKeys::set_value(GraphmlDomain domain, const std::string& id, std::string_view text) {
    const auto found = keys_.find(id);
    if (found == keys_.end()) throw InvalidArgument(format("no <key> is called '{}'", id));
    const Key& key = found->second;
    const auto index = static_cast<std::size_t>(domain);
    if (!key.field[index]) throw InvalidArgument(format("the key '{}' is not for a {}", id, domain_words[index]));
    check_value(key, text);
    Value& value = domains_[index].current[*key.field[index]];
    if (value.given) throw InvalidArgument(format("'{}' has two values here", key.name));
    value = {std::string(text), true};
}

void GraphmlKeys::check_value(const Key& key, std::string_view text) {
    if (key.type == Type::text || text.empty()) return;
    if (key.type == Type::boolean) {
        const std::string word = lower_case(text);
        if (word == "true" || word == "false" || word == "1" || word == "0") return;
        throw InvalidArgument(format("'{}' needs true or false, found '{}'", key.name, shortened(text)));
    }
    const bool whole = key.type == Type::whole;
    const auto value = Decimal::parse(text);
    if (whole ? value && value->scale() <= 0 : value || is_unreachable_word(text)) return;
    throw InvalidArgument(
        format("'{}' needs {}, found '{}'", key.name, whole ? "an integer" : "a number", shortened(text)));
}

void GraphmlKeys::finish_element(GraphmlDomain domain) {
    Fields& of_domain = domains_[static_cast<std::size_t>(domain)];
    for (std::size_t i = 0; i < of_domain.fields.size(); ++i) {
        Value& value = of_domain.current[i];
        of_domain.fields[i].values.add(value.given ? value.text : of_domain.defaults[i]);
        value = {};
    }
}

std::vector<GraphmlField> GraphmlKeys::take_fields(GraphmlDomain domain) {
    return std::move(domains_[static_cast<std::size_t>(domain)].fields);
}

}  // namespace allways::importers
