#ifndef MERCER_TOOLS_COMMAND_LINE_H_
#define MERCER_TOOLS_COMMAND_LINE_H_

#include <boost/program_options.hpp>
#include <string>
#include <vector>

namespace mercer {

/// The words after `mercer COMMAND`, parsed according to the command's entry in the table.
class CommandLine {
 public:
  /// Options must be written in full, not abbreviated. Throws InvalidInput, "COMMAND: …" in one
  /// sentence.
  CommandLine(const std::string& command, const std::vector<std::string>& words);

  /// Whether the option was given.
  bool Has(const std::string& option) const {
    return values_.count(option) > 0 && !values_[option].defaulted();
  }
  bool Flag(const std::string& option) const { return values_[option].as<bool>(); }
  /// Throws InvalidInput, "COMMAND: --OPTION <why>", if one of the options was given.
  void Refuse(const std::vector<std::string>& options, const std::string& why) const;

  /// The value of an option, of the type given in the table; `otherwise` if the option is absent.
  template <class T>
  T Get(const std::string& option, T otherwise) const {
    return Has(option) ? values_[option].as<T>() : otherwise;
  }
  std::string Text(const std::string& option, const std::string& otherwise = "") const {
    return Get(option, otherwise);
  }
  /// The values of an option that may be given several times.
  std::vector<std::string> Texts(const std::string& option) const {
    return Get(option, std::vector<std::string>());
  }

  /// The positional arguments.
  const std::vector<std::string>& rest() const { return rest_; }

 private:
  std::string command_;
  boost::program_options::variables_map values_{};
  std::vector<std::string> rest_{};
};

}  // namespace mercer

#endif  // MERCER_TOOLS_COMMAND_LINE_H_
