#include "tools/model/row_format.h"

#include "core/data/formats/data_format.h"
#include "experiments/config/read/read_named.h"

namespace mercer {

RowFileOptions RowFormatOf(const std::string& option, const std::string& text) {
  if (text.empty()) return {};
  NamedParams named = ReadNamedText(DataFormatRegistry(), option, text);
  return {named.name, named.params};
}

}  // namespace mercer
