// Random Fourier features of the Gaussian kernel (Rahimi and Recht 2007) in C++ without a library:
// z(x) = sqrt(2/D) cos(Wx + b), rows of W normal with variance 1/sigma^2, b uniform in [0, 2 pi].
// An example of Mercer's protocol of external maps: docs/external.md. c++ -O2 -o fourier fourier.cc
#include <chrono>
#include <cmath>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <vector>

// What stands behind "name": in a task, one line of JSON without blanks.
std::string Field(const std::string& task, const std::string& name) {
  const std::size_t at = task.find("\"" + name + "\":") + name.size() + 3;
  const bool is_text = task[at] == '"';
  return is_text ? task.substr(at + 1, task.find('"', at + 1) - at - 1) : task.substr(at);
}
double NumberOf(const std::string& task, const std::string& name) {
  return std::stod(Field(task, name));
}

int main() {
  std::vector<double> weights, offsets;  // a row of weights for each feature
  std::size_t features = 0, columns = 0;
  for (std::string task, go; std::getline(std::cin, task);) {
    const bool draws = Field(task, "do") == "draw";
    std::vector<double> rows, z;
    if (!draws) {
      const std::string shape = Field(task, "shape");  // [rows,columns],…
      rows.resize(std::stoul(shape.substr(1)) * columns);
      z.resize(rows.size() / columns * features);
      std::ifstream file(Field(task, "rows"), std::ios::binary);
      file.seekg(8);
      const int low = file.get(), high = file.get();
      file.seekg(10 + low + 256 * high);
      file.read(reinterpret_cast<char*>(rows.data()),
                static_cast<std::streamsize>(rows.size() * sizeof(double)));
    }
    std::cout << "{\"ready\": 1}" << std::endl;
    std::getline(std::cin, go);
    const auto start = std::chrono::steady_clock::now();
    if (draws) {
      features = static_cast<std::size_t>(NumberOf(task, "D"));
      columns = static_cast<std::size_t>(NumberOf(task, "input_dim"));
      std::mt19937_64 bits(static_cast<std::uint64_t>(NumberOf(task, "seed")));
      std::normal_distribution<double> normal(0, 1 / NumberOf(task, "sigma"));
      std::uniform_real_distribution<double> uniform(0, 2 * std::acos(-1.0));
      weights.resize(features * columns);
      offsets.resize(features);
      for (double& weight : weights) weight = normal(bits);
      for (double& offset : offsets) offset = uniform(bits);
    }
    for (std::size_t i = 0; i < z.size(); ++i) {
      double sum = offsets[i % features];
      for (std::size_t j = 0; j < columns; ++j)
        sum += weights[i % features * columns + j] * rows[i / features * columns + j];
      z[i] = std::sqrt(2 / static_cast<double>(features)) * std::cos(sum);
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::cout << (draws ? "{\"drawn\": {\"columns\": " + std::to_string(features) + ", "
                        : "{\"mapped\": {")
              << "\"seconds\": " << seconds.count() << "}}" << std::endl;
    if (draws) continue;
    std::getline(std::cin, go);
    std::string head = "{'descr': '<f8', 'fortran_order': False, 'shape': (" +
                       std::to_string(z.size() / features) + ", " + std::to_string(features) +
                       "), }";
    head.resize(117, ' ');
    std::ofstream file(Field(task, "to"), std::ios::binary);
    file << "\x93NUMPY\x01" << '\0' << 'v' << '\0' << head << '\n';
    file.write(reinterpret_cast<const char*>(z.data()),
               static_cast<std::streamsize>(z.size() * sizeof(double)));
    file.close();
    std::cout << "{\"written\": true}" << std::endl;
  }
}
