package dev.muster.model.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of one protobuf message. Lengths are checked before anything is copied. */
final class ProtoWire {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int BYTES = 2;
  static final int FIXED32 = 5;

  private final byte[] bytes;
  private int at;
  private final int end;

  ProtoWire(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private ProtoWire(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  boolean hasMore() {
    return at < end;
  }

  /** A field's number, shifted, with how it is written in the low three bits. */
  int tag() {
    long tag = varint();
    if (tag <= 0 || tag > Integer.MAX_VALUE) {
      throw malformed("illegal tag " + tag);
    }
    return (int) tag;
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at >= end) {
        throw malformed("unexpected EOF");
      }
      byte b = bytes[at++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw malformed("integer overflow");
  }

  double fixed64() {
    return ByteBuffer.wrap(bytes, advance(8), 8).order(ByteOrder.LITTLE_ENDIAN).getDouble();
  }

  ProtoWire message() {
    int length = length();
    int from = advance(length);
    return new ProtoWire(bytes, from, from + length);
  }

  String text() {
    int length = length();
    return new String(bytes, advance(length), length, StandardCharsets.UTF_8);
  }

  byte[] raw() {
    int length = length();
    int from = advance(length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  void skip(int how) {
    switch (how) {
      case VARINT -> varint();
      case FIXED64 -> advance(8);
      case BYTES -> advance(length());
      case FIXED32 -> advance(4);
      default -> throw malformed("illegal wireType " + how);
    }
  }

  private int length() {
    long length = varint();
    if (length < 0 || length > end - at) {
      throw malformed("unexpected EOF");
    }
    return (int) length;
  }

  private int advance(int count) {
    if (count > end - at) {
      throw malformed("unexpected EOF");
    }
    int from = at;
    at += count;
    return from;
  }

  static DecodeException malformed(String why) {
    return new DecodeException("proto: " + why);
  }
}
