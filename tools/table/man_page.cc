// Manual pages in roff (man macros), made from the table of commands.

#include "tools/table/man_page.h"

#include <filesystem>
#include <fstream>
#include <iostream>

#include "core/base/error.h"
#include "tools/command_line.h"
#include "tools/usage.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kExitStatus =
    "0 done; 1 a trial failed or a checked cell is worse; 2 the input is wrong.";

/// Text that roff prints as it is: no escape, no hyphen that becomes another character, no line
/// that is taken for a request.
std::string Roff(const std::string& text) {
  std::string roff;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool line_start = i == 0 || text[i - 1] == '\n';
    if (line_start && (text[i] == '.' || text[i] == '\'')) roff += "\\&";
    if (text[i] == '\\') {
      roff += "\\e";
    } else if (text[i] == '-') {
      roff += "\\-";
    } else {
      roff += text[i];
    }
  }
  return roff;
}

/// The title in capitals, as the others of section 1 have it.
std::string Title(std::string name) {
  for (char& c : name) c = c == '-' ? '-' : static_cast<char>(std::toupper(c));
  return ".TH " + name + " 1 \"\" \"mercer " MERCER_VERSION "\" \"Mercer\"\n";
}

/// What the name section says of a command: its summary up to where it goes into detail, since
/// whatis shows it in one line.
std::string ShortSummary(const std::string& summary) {
  return summary.substr(0, summary.find_first_of(";:"));
}

std::string Synopsis(const Command& command) {
  std::string text = ".nh\n.ad l\n";  // neither hyphens nor wide blanks in what is typed
  for (const Texts& form : FormsOf(command)) {
    text += ".HP\n.B mercer " + Roff(command.name) + "\n";
    for (const std::string& word : form) text += Roff(word) + "\n";
  }
  return text + ".hy\n.ad b\n";
}

/// Paragraphs, apart where the text has an empty line.
std::string Paragraphs(const std::string& text) {
  std::string roff;
  bool open = false;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    const std::string line = text.substr(begin, end - begin);
    if (line.empty()) {
      open = false;
    } else {
      if (!open) roff += ".PP\n";
      roff += Roff(line) + "\n";
      open = true;
    }
    begin = end + 1;
  }
  return roff;
}

void WritePage(const std::filesystem::path& folder, const std::string& name,
               const std::string& page) {
  const std::filesystem::path path = folder / (name + ".1");
  std::ofstream file(path);
  file << page;
  file.close();
  if (!file) throw InvalidInput("man: '" + path.string() + "' cannot be written");
}

void WriteAllPages(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  WritePage(folder, "mercer", ManPageOfProgram());
  for (const Command& command : Commands())
    WritePage(folder, "mercer-" + command.name, ManPageOf(command));
}

}  // namespace

std::string ManPageOfProgram() {
  std::string page =
      Title("mercer") +
      ".SH NAME\nmercer \\- reruns the experiments of the random\\-feature papers\n"
      ".SH SYNOPSIS\n.B mercer\n.I COMMAND\n[...]\n.SH DESCRIPTION\n"
      "Reads JSON files that describe data sets, kernels, feature maps and sweeps over the number\n"
      "of random features, trains exact kernel machines and linear machines on the features, and\n"
      "prints accuracy, times and Gram errors beside the numbers of the papers.\n"
      ".SH COMMANDS\n";
  for (const Command& command : Commands())
    page += ".TP\n.BR mercer\\-" + Roff(command.name) + " (1)\n" + Roff(command.summary) + "\n";
  return page +
         ".SH ENVIRONMENT\n"
         ".TP\n.B MERCER_DATA\nfolder that holds the data sets, where \\-\\-data is not given\n"
         ".TP\n.B MERCER_SHARE\nfolder that holds the shipped configs and manifests\n"
         ".SH EXIT STATUS\n" +
         Roff(kExitStatus) + "\n";
}

std::string ManPageOf(const Command& command) {
  std::string page = Title("mercer-" + command.name) + ".SH NAME\nmercer\\-" + Roff(command.name) +
                     " \\- " + Roff(ShortSummary(command.summary)) + "\n.SH SYNOPSIS\n" +
                     Synopsis(command) + ".SH DESCRIPTION\n" + Paragraphs(command.summary) +
                     Paragraphs(command.more);
  if (!command.options.empty()) page += ".SH OPTIONS\n";
  for (const CommandOption& option : command.options) {
    page += ".TP\n.B " + Roff(WrittenOption(option)) + "\n" + Roff(option.help) + "\n";
  }
  return page + ".SH EXIT STATUS\n" + Roff(kExitStatus) + "\n.SH SEE ALSO\n.BR mercer (1)\n";
}

int ManCommand(const Texts& arguments) {
  const CommandLine line("man", arguments);
  if (line.Has("output")) {
    if (!line.rest().empty())
      throw InvalidInput("man: --output writes every page; expected no command beside it");
    WriteAllPages(line.Text("output"));
  } else if (line.rest().size() > 1) {
    throw InvalidInput("man: " + std::to_string(line.rest().size()) +
                       " commands given; expected at most one");
  } else {
    std::cout << (line.rest().empty() ? ManPageOfProgram()
                                      : ManPageOf(CommandNamed(line.rest().front())));
  }
  return 0;
}

}  // namespace mercer
