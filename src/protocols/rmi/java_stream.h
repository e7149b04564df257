// The constants of Java's object serialization, protocol version 2.
#pragma once

#include <cstdint>

namespace spielwerk::rmi {

inline constexpr std::uint16_t kStreamMagic = 0xACED;
inline constexpr std::uint16_t kStreamVersion = 5;
/// The number of the first handle.
inline constexpr std::uint32_t kBaseHandle = 0x7E0000;

/// What comes next in a stream.
enum class Tag : std::uint8_t {
  Null = 0x70,
  Reference,
  ClassDescription,
  Object,
  String,
  Array,
  Class,
  BlockData,
  EndBlockData,
  Reset,
  BlockDataLong,
  Exception,
  LongString,
  ProxyClassDescription,
  Enum,
};

/// How objects of a class are written.
inline constexpr std::uint8_t kHasWriteMethod = 0x01;
inline constexpr std::uint8_t kIsSerializable = 0x02;
inline constexpr std::uint8_t kIsExternalizable = 0x04;
inline constexpr std::uint8_t kHasBlockData = 0x08;
inline constexpr std::uint8_t kIsEnum = 0x10;

}  // namespace spielwerk::rmi
