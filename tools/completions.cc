#include "tools/completions.h"

#include <map>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/config/listing.h"
#include "experiments/config/only.h"
#include "experiments/report/diff.h"
#include "experiments/report/report.h"
#include "experiments/run/plan/planner.h"
#include "tools/command_line.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

/// What stands behind an option, or is a command's word without one.
struct Values {
  enum class Kind { kNone, kWords, kList, kKeys, kConfigs, kFolders, kFiles };
  Kind kind = Kind::kNone;
  Texts words{};  // of kWords; kList, joined by commas; kKeys, with '=' behind each
};

/// Options, and words without option, of one name mean the same in every command, unless
/// "command/name" is there. Those not here take what cannot be guessed.
Values ValuesOf(const std::string& command, const std::string& option) {
  using Kind = Values::Kind;
  static const std::map<std::string, Values> known = {
      {"only", {Kind::kKeys, OnlyKeys()}},
      {"retry", {Kind::kList, RetryStatuses()}},
      {"report/format", {Kind::kWords, ReportFormats()}},
      {"check/format", {Kind::kWords, {"text", "markdown"}}},
      {"diff/format", {Kind::kWords, DiffFormats()}},
      {"results", {Kind::kFolders}},
      {"words", {Kind::kWords, {"config"}}},
      {"out", {Kind::kFolders}},
      {"data", {Kind::kFolders}},
      {"from", {Kind::kFolders}},
      {"prefer", {Kind::kFolders}},
      {"output", {Kind::kFiles}},
      {"json-log", {Kind::kFiles}},
      {"rows", {Kind::kFiles}},
      {"save-map", {Kind::kFiles}},
      {"map-file", {Kind::kFiles}},
      {"test", {Kind::kFiles}},
      {"model", {Kind::kFiles}},
      {"predictions", {Kind::kFiles}},
      {"train/file", {Kind::kFiles}},
      {"config", {Kind::kConfigs}},
      {"dir", {Kind::kFolders}},
      {"topic", {Kind::kWords, ListTopics()}},
      {"shell", {Kind::kWords, CompletionShells()}},
      {"word", {Kind::kFiles}},
      {"data/word", {Kind::kWords, {"fetch", "verify", "info", "import"}}},
  };
  auto it = known.find(command + "/" + option);
  if (it == known.end()) it = known.find(option);
  return it == known.end() ? Values() : it->second;
}

Texts Flags(const CommandOptions& options) {
  Texts flags;
  for (const CommandOption& option : options.options) flags.push_back("--" + option.name);
  flags.push_back("--help");
  return flags;
}

// --- bash

std::string BashValues(const Values& values) {
  using Kind = Values::Kind;
  const std::string words = Join(values.words, " ");
  switch (values.kind) {
    case Kind::kNone:
      return "COMPREPLY=()";
    case Kind::kWords:
      return "_mercer_words '" + words + "'";
    case Kind::kList:
      return "_mercer_list '" + words + "'";
    case Kind::kKeys:
      return "_mercer_keys '" + words + "'";
    case Kind::kConfigs:
      return "_mercer_configs";
    case Kind::kFolders:
      return "_mercer_folders";
    case Kind::kFiles:
      break;
  }
  return "_mercer_files";
}

constexpr const char* kBashStart =
    R"(# Completion of mercer in bash; made by: mercer completions bash

# Each helper sets COMPREPLY from the word at the cursor, "$cur".
_mercer_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }

# The last of words joined by commas.
_mercer_list() {
  local before=""
  [[ $cur == *,* ]] && before="${cur%,*},"
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${cur##*,}")
}

# key=value pairs joined by commas: the key of the last one.
_mercer_keys() {
  compopt -o nospace 2>/dev/null
  _mercer_list "${1// /= }="
}

_mercer_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}

_mercer_folders() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -d -- "$cur")
}

_mercer_configs() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -X '!*.json' -- "$cur"; compgen -d -- "$cur")
}

_mercer() {
  # Words of the line up to the cursor, split at blanks alone: bash splits "a=b" at '='.
  local line="${COMP_LINE:0:COMP_POINT}" cur previous command
  local -a words
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  ((${#words[@]} >= 2)) || return 0
  cur="${words[-1]}"
  previous="${words[-2]}"
  command="${words[1]}"
  COMPREPLY=()
  if [[ $cur == --*=* ]]; then
    previous="${cur%%=*}"
    cur="${cur#*=}"
  fi
)";

constexpr const char* kBashEnd =
    R"(  # bash replaces only what stands behind the last '=' or ':' of the word.
  local kept="${cur%"${cur##*[=:]}"}" i
  [[ $COMP_WORDBREAKS == *=* && -n $kept ]] || return 0
  for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]="${COMPREPLY[i]#"$kept"}"; done
}

complete -F _mercer mercer
)";

std::string BashScript(std::span<const Command> commands) {
  Texts names;
  std::string cases;
  for (const Command& command : commands) {
    const CommandOptions options = OptionsOf(command);
    names.emplace_back(command.name);
    cases += "      " + std::string(command.name) + ")\n        case \"$previous\" in\n";
    for (const CommandOption& option : options.options) {
      if (option.takes_value)
        cases += "          --" + option.name + ") " +
                 BashValues(ValuesOf(command.name, option.name)) + " ;;\n";
    }
    cases += "          *)\n            if [[ $cur == -* ]]; then\n              _mercer_words '" +
             Join(Flags(options), " ") + "'\n            else\n              " +
             BashValues(ValuesOf(command.name, options.rest)) +
             "\n            fi\n            ;;\n        esac\n" + "        ;;\n";
  }
  return std::string(kBashStart) + "  if ((${#words[@]} <= 2)); then\n    _mercer_words '" +
         Join(names, " ") + " --help --version'\n  else\n    case \"$command\" in\n" + cases +
         "    esac\n  fi\n" + kBashEnd;
}

// --- zsh

/// Inside single quotes and an _arguments specification.
std::string ZshText(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out;
}

std::string ZshValues(const std::string& command, const std::string& name) {
  using Kind = Values::Kind;
  const Values values = ValuesOf(command, name);
  const std::string words = Join(values.words, " ");
  switch (values.kind) {
    case Kind::kNone:
      return ":" + name + ": ";
    case Kind::kWords:
      return ":" + name + ":(" + words + ")";
    case Kind::kList:
      return ":" + name + ":_values -s , " + name + " " + words;
    case Kind::kKeys:
      return ":" + name + ":_values -s , " + name + " " + Join(values.words, "\\:value ") +
             "\\:value";
    case Kind::kConfigs:
      return ":" + name + ":_files -g \"*.json\"";
    case Kind::kFolders:
      return ":" + name + ":_files -/";
    case Kind::kFiles:
      break;
  }
  return ":" + name + ":_files";
}

std::string ZshScript(std::span<const Command> commands) {
  std::string names, cases;
  for (const Command& command : commands) {
    const CommandOptions options = OptionsOf(command);
    names += "    '" + std::string(command.name) + ":" + ZshText(command.summary) + "'\n";
    cases += "    " + std::string(command.name) + ")\n      _arguments \\\n";
    for (const CommandOption& option : options.options) {
      const std::string help = option.help.empty() ? "" : "[" + ZshText(option.help) + "]";
      cases += std::string("        '") + (option.repeats ? "*" : "") + "--" + option.name +
               (option.takes_value ? "=" : "") + help +
               (option.takes_value ? ZshValues(command.name, option.name) : "") + "' \\\n";
    }
    cases += "        '--help[says more of the command]'";
    if (!options.rest.empty())
      cases += " \\\n        '*" + ZshValues(command.name, options.rest) + "'";
    cases += "\n      ;;\n";
  }
  return "#compdef mercer\n# Completion of mercer in zsh; made by: mercer completions zsh\n\n"
         "local -a commands\ncommands=(\n" +
         names +
         ")\n\nif ((CURRENT == 2)); then\n  _describe -t commands 'mercer command' commands\n"
         "else\n  local command=\"${words[2]}\"\n  shift words\n  ((CURRENT--))\n"
         "  case \"$command\" in\n" +
         cases + "  esac\nfi\n";
}

}  // namespace

CommandOptions OptionsOf(const Command& command) {
  try {
    command.run({kAskOptions});
  } catch (CommandOptions& asked) {
    return asked;
  }
  throw InvalidInput(std::string("command '") + command.name + "' does not tell its options");
}

Texts CompletionShells() { return {"bash", "zsh"}; }

std::string CompletionScript(const std::string& shell, std::span<const Command> commands) {
  if (shell == "bash") return BashScript(commands);
  if (shell == "zsh") return ZshScript(commands);
  throw InvalidInput(UnknownName("shell", shell, CompletionShells()));
}

}  // namespace mercer
