# cmake -DOUTPUT=… -DFILES="a;b" -P MercerEmbed.cmake
# Writes the source that holds the bytes of files, by name: mercer::WebFile(name).
set(arrays "")
set(cases "")
set(number 0)
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char kFile${number}[] = {${bytes}0};\n")
  string(APPEND cases
         "  if (name == \"${name}\") return Text(kFile${number}, sizeof(kFile${number}) - 1);\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "// Made by cmake/MercerEmbed.cmake.
#include \"core/base/error.h\"
#include \"experiments/report/render/html_page.h\"

namespace mercer {
namespace {

${arrays}
std::string_view Text(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace

std::string_view WebFile(std::string_view name) {
${cases}  MERCER_CHECK(false);
  return {};
}

}  // namespace mercer
")
