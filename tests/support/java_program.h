// A Java program of tests/java as a process of its own, where there is a JDK.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <string>

namespace spielwerk::test {

/// Whether programs can be compiled and run here; tests that need it are skipped if not.
bool has_java();

class JavaProgram {
 public:
  /// Compiles all of tests/java if need be, runs a class of it and waits for its first line, which
  /// tells its port and its process.
  explicit JavaProgram(const std::string& name);
  /// Kills it.
  ~JavaProgram();
  JavaProgram(const JavaProgram&) = delete;
  JavaProgram& operator=(const JavaProgram&) = delete;

  std::uint16_t port() const { return port_; }
  /// The next line that it prints; empty if there is none any more.
  std::string line();
  void kill() const;

 private:
  std::FILE* output_ = nullptr;
  std::uint16_t port_ = 0;
  pid_t process_ = 0;
};

}  // namespace spielwerk::test
