#include <fstream>
#include <iostream>

#include "core/base/text.h"
#include "tests/core/maps/map_cases.h"

// map_features FILE: writes what every case of every map makes of the same rows, a line each: its
// name and the features. Programs for several processors are compared by it.

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "map_features: expected one file\n";
    return 2;
  }
  const mercer::Examples rows = mercer::testing::RowsInBall(25, 9, 0.9, 1, 5);
  std::ofstream out(argv[1]);
  for (const mercer::testing::MapCase& one : mercer::testing::AllMapCases()) {
    const mercer::Matrix z = one.Draw(rows, 70, 3)->Transform(rows);
    out << one.Name();
    for (mercer::Index i = 0; i < z.size(); ++i) out << ' ' << mercer::FormatNumber(z.data()[i]);
    out << '\n';
  }
  out.close();
  return out ? 0 : 1;
}
