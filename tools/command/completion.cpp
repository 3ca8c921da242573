// SPDX-License-Identifier: Apache-2.0
#include "command/completion.h"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <string_view>

#include <CLI/CLI.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/device/devices.h"
#include "allways/export/export.h"
#include "allways/importers/osm_profiles.h"
#include "allways/importers/read.h"
#include "command/option_text.h"

namespace allways::command {

namespace {

using Word = Completion::Word;

// A key press waits for it.
constexpr std::uintmax_t most_bytes_to_read = 20'000'000;
constexpr std::array kinds_of_files = {"FILE", "TABLE", "NETWORK", "FACTOR", "PICTURE", "FOLDER", "PROFILE", "INPUT"};

const CLI::App* command_of(const CLI::App& app, const std::string& name) {
    const auto found = app.get_subcommands([&](const CLI::App* sub) { return sub->check_name(name); });
    return found.empty() ? nullptr : found.front();
}

const CLI::Option* option_of(const CLI::App& command, const std::string& flag) {
    for (const CLI::Option* option : command.get_options()) {
        if (flag.starts_with('-') && option->nonpositional() && option->check_name(flag)) return option;
    }
    return nullptr;
}

std::vector<Word> commands_of(const CLI::App& app) {
    std::vector<Word> words;
    for (const CLI::App* command : shown_commands(app)) {
        words.push_back({command->get_name(), command->get_description()});
    }
    return words;
}

std::vector<Word> flags_of(const CLI::App& command, const std::vector<std::string>& given) {
    std::vector<Word> words;
    for (const std::string& group : ordered_groups(command)) {
        for (const CLI::Option* option : options_of(command, group)) {
            const auto is_given = [&](const std::string& word) {
                return word.starts_with('-') && option->check_name(word);
            };
            const bool is_repeatable =
                is_list(option) || option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
            if (!is_repeatable && std::ranges::any_of(given, is_given)) continue;
            const std::string text =
                option->get_lnames().empty() ? "-" + option->get_snames().front() : "--" + option->get_lnames().front();
            words.push_back({text, description_of(option)});
        }
    }
    return words;
}

// The words of "{auto,sweep}".
std::vector<Word> choices_in(const std::string& kind) {
    std::vector<Word> words;
    if (!kind.starts_with('{')) return words;
    for (std::size_t at = 1; at < kind.size();) {
        const std::size_t end = std::min(kind.find_first_of(",}", at), kind.size());
        words.push_back({kind.substr(at, end - at), ""});
        at = end + 1;
    }
    return words;
}

std::vector<Word> devices() {
    std::vector<Word> words{{"auto", "the first GPU, else a CPU"}, {"cpu", ""}, {"gpu", ""}, {"reference", ""}};
    for (const DeviceInfo& device : list_devices().devices) words.push_back({device.id, device.name});
    return words;
}

template <class Formats>
std::vector<Word> names_of(const Formats& formats) {
    std::vector<Word> words;
    for (const auto& known : formats) words.push_back({known.name, known.description});
    return words;
}

// The columns of the first file among the words; none if it is no network that is read at once.
std::vector<Word> columns_in(const std::vector<std::string>& given) {
    std::vector<Word> words;
    for (const std::string& path : given) {
        std::error_code error;
        if (!std::filesystem::exists(path, error)) continue;
        const bool is_file = std::filesystem::is_regular_file(path, error);
        if (is_file && std::filesystem::file_size(path, error) > most_bytes_to_read) return words;
        try {
            for (const ArcColumn& column : read_network(path).columns) words.push_back({column.name, column.unit});
        } catch (const std::exception&) {
            // The command itself will say what is wrong with the file.
        }
        return words;
    }
    return words;
}

Completion values_of(const CLI::Option& option, const std::vector<std::string>& given) {
    const std::string kind = kind_of(&option);
    const std::string name = option.get_lnames().empty() ? "" : option.get_lnames().front();
    if (name == "device") return {devices()};
    if (name.ends_with("input-format")) return {names_of(input_formats())};
    if (name == "format") return {names_of(output_formats())};
    if (kind == "FIELD") return {columns_in(given)};
    Completion values{choices_in(kind)};
    const bool is_file = std::ranges::find(kinds_of_files, kind) != kinds_of_files.end();
    if (name == "profile") {
        for (const std::string& known : osm_profile_names()) values.words.push_back({known, ""});
    }
    values.files = is_file;
    return values;
}

Completion all_of(const CLI::App& app, const std::vector<std::string>& words) {
    if (words.size() == 1) {
        Completion first{commands_of(app)};
        if (words[0].starts_with('-')) first.words = flags_of(app, {});
        return first;
    }
    const std::string& name = words.front();
    const CLI::App* command = command_of(app, name);
    if (command == nullptr) return {};
    const std::vector<std::string> given(words.begin() + 1, words.end() - 1);
    if (!given.empty()) {
        const CLI::Option* option = option_of(*command, given.back());
        if (option != nullptr && is_value(option)) return values_of(*option, given);
    }
    if (words.back().starts_with('-')) return {flags_of(*command, given)};
    if (name == "help") return {commands_of(app)};
    if (name == "formats") {
        Completion formats{names_of(input_formats())};
        for (const Word& written : names_of(output_formats())) {
            const auto is_known = [&](const Word& word) { return word.text == written.text; };
            if (std::ranges::none_of(formats.words, is_known)) formats.words.push_back(written);
        }
        return formats;
    }
    if (name == "completion") return {{{"bash", ""}, {"zsh", ""}, {"fish", ""}}};
    return {{}, !positionals_of(*command).empty()};
}

// One line that fits beside the word.
std::string beginning_of(const std::string& text) {
    constexpr std::size_t most_bytes = 80;
    std::string line = text.substr(0, text.find('\n'));
    if (line.size() <= most_bytes) return line;
    line.resize(line.rfind(' ', most_bytes));
    return line + " ...";
}

constexpr std::string_view bash_script = R"(# Completion of PROGRAM in bash: . <(PROGRAM completion bash)
_PROGRAM() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == :files ]]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
        else
            COMPREPLY+=("${line%%$'\t'*}")
        fi
    done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _PROGRAM PROGRAM
)";

constexpr std::string_view zsh_script = R"(#compdef PROGRAM
# Completion of PROGRAM in zsh: PROGRAM completion zsh > a folder of $fpath/_PROGRAM
_PROGRAM() {
    local -a described
    local line files=0
    for line in "${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        if [[ $line == :files ]]; then
            files=1
        elif [[ -n $line ]]; then
            described+=("${${line%%$'\t'*}//:/\\:}${${line#*$'\t'}:+:${line#*$'\t'}}")
        fi
    done
    (( $#described )) && _describe PROGRAM described
    (( files )) && _files
}
if [[ $funcstack[1] == _PROGRAM ]]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi
)";

constexpr std::string_view fish_script = R"(# Completion of PROGRAM in fish: PROGRAM completion fish | source
function __PROGRAM_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c PROGRAM -f -a '(__PROGRAM_complete)'
)";

}  // namespace

Completion completion_of(const CLI::App& app, const std::vector<std::string>& words) {
    if (words.empty()) return {};
    Completion completion = all_of(app, words);
    std::erase_if(completion.words, [&](const Word& word) { return !word.text.starts_with(words.back()); });
    return completion;
}

std::string text_of(const Completion& completion) {
    std::string text;
    for (const Completion::Word& word : completion.words) {
        text += word.text + '\t' + beginning_of(word.about) + '\n';
    }
    return text + (completion.files ? ":files\n" : "");
}

std::string completion_script(const std::string& program, const std::string& shell) {
    const auto script = shell == "bash"   ? bash_script
                        : shell == "zsh"  ? zsh_script
                        : shell == "fish" ? fish_script
                                          : std::string_view();
    if (script.empty())
        throw InvalidArgument(format("there is no completion for '{}'; choose bash, zsh or fish", shell));
    std::string text(script);
    constexpr std::string_view placeholder = "PROGRAM";
    for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at)) {
        text.replace(at, placeholder.size(), program);
    }
    return text;
}

}  // namespace allways::command
