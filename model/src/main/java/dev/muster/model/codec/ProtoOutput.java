package dev.muster.model.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A protobuf message that is written from its end to its beginning: what stands in a message is
 * there before its length has to be told.
 */
final class ProtoOutput {
  private byte[] bytes = new byte[1024];
  private int start = bytes.length;

  /** How much is written; the length of a message is how much this has grown by it. */
  int length() {
    return bytes.length - start;
  }

  byte[] toByteArray() {
    return Arrays.copyOfRange(bytes, start, bytes.length);
  }

  void tag(int number, int how) {
    varint((long) number << 3 | how);
  }

  /** Ends (that is, begins) a field of which everything after the length was written. */
  void delimited(int number, int before) {
    varint(length() - before);
    tag(number, ProtoWire.BYTES);
  }

  void number(int number, long value) {
    varint(value);
    tag(number, ProtoWire.VARINT);
  }

  void text(int number, String text) {
    raw(number, text.getBytes(StandardCharsets.UTF_8));
  }

  void raw(int number, byte[] content) {
    int before = length();
    prepend(content);
    delimited(number, before);
  }

  void fixed64(int number, double value) {
    room(8);
    long bits = Double.doubleToRawLongBits(value);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[--start] = (byte) (bits >>> shift);
    }
    tag(number, ProtoWire.FIXED64);
  }

  void prepend(byte[] content) {
    room(content.length);
    start -= content.length;
    System.arraycopy(content, 0, bytes, start, content.length);
  }

  /** The length in four bytes, before what is there. */
  void frame() {
    int length = length();
    room(4);
    for (int shift = 0; shift < 32; shift += 8) {
      bytes[--start] = (byte) (length >>> shift);
    }
  }

  private void varint(long value) {
    int size = Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
    room(size);
    start -= size;
    long rest = value;
    for (int i = start; i < start + size - 1; i++) {
      bytes[i] = (byte) (rest & 0x7f | 0x80);
      rest >>>= 7;
    }
    bytes[start + size - 1] = (byte) rest;
  }

  private void room(int count) {
    if (start >= count) {
      return;
    }
    int used = length();
    byte[] larger = new byte[Math.max(Math.addExact(used, count), 2 * bytes.length)];
    System.arraycopy(bytes, start, larger, larger.length - used, used);
    start = larger.length - used;
    bytes = larger;
  }
}
