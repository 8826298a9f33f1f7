#include "tools/completions.h"

#include <iostream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

Texts Flags(const Command& command) {
  Texts flags;
  for (const CommandOption& option : command.options) flags.push_back("--" + option.name);
  flags.push_back("--help");
  return flags;
}

// --- bash

std::string BashValues(const Offer& values) {
  using Kind = Offer::Kind;
  const std::string words = Join(values.words, " ");
  switch (values.kind) {
    case Kind::kNothing:
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

std::string BashScript() {
  Texts names;
  std::string cases;
  for (const Command& command : Commands()) {
    names.push_back(command.name);
    cases += "      " + command.name + ")\n        case \"$previous\" in\n";
    for (const CommandOption& option : command.options) {
      if (option.TakesValue())
        cases += "          --" + option.name + ") " + BashValues(option.offer) + " ;;\n";
    }
    cases += "          *)\n            if [[ $cur == -* ]]; then\n              _mercer_words '" +
             Join(Flags(command), " ") + "'\n            else\n              " +
             BashValues(command.rest_offer) + "\n            fi\n            ;;\n        esac\n" +
             "        ;;\n";
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

std::string ZshValues(const std::string& name, const Offer& values) {
  using Kind = Offer::Kind;
  const std::string words = Join(values.words, " ");
  switch (values.kind) {
    case Kind::kNothing:
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

std::string ZshScript() {
  std::string names, cases;
  for (const Command& command : Commands()) {
    names += "    '" + command.name + ":" + ZshText(command.summary) + "'\n";
    cases += "    " + command.name + ")\n      _arguments \\\n";
    for (const CommandOption& option : command.options) {
      const std::string help = "[" + ZshText(option.help) + "]";
      cases += std::string("        '") + (option.Repeats() ? "*" : "") + "--" + option.name +
               (option.TakesValue() ? "=" : "") + help +
               (option.TakesValue() ? ZshValues(option.name, option.offer) : "") + "' \\\n";
    }
    cases += "        '--help[describes the command]'";
    if (!command.rest.empty())
      cases += " \\\n        '*" + ZshValues(command.rest, command.rest_offer) + "'";
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

Texts CompletionShells() { return {"bash", "zsh"}; }

int CompletionsCommand(const Texts& arguments) {
  const CommandLine line("completions", arguments);
  if (line.rest().size() != 1) {
    throw InvalidInput("completions: " + std::to_string(line.rest().size()) +
                       " shells given; expected one of " + Join(CompletionShells(), ", "));
  }
  const std::string& shell = line.rest().front();
  if (shell != "bash" && shell != "zsh")
    throw InvalidInput(UnknownName("shell", shell, CompletionShells()));
  std::cout << (shell == "bash" ? BashScript() : ZshScript());
  return 0;
}

}  // namespace mercer
