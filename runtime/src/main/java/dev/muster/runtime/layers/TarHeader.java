package dev.muster.runtime.layers;

import dev.muster.linux.RawName;
import dev.muster.runtime.layers.TarEntry.Extent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The 512 bytes before each member. */
final class TarHeader {
  static final int BLOCK = 512;

  private final byte[] block;

  TarHeader(byte[] block) throws LayerException {
    this.block = block;
    long stored = octal(148, 8);
    long sum = 0;
    for (int i = 0; i < BLOCK; i++) {
      sum += i >= 148 && i < 156 ? ' ' : block[i] & 0xff;
    }
    if (stored != sum) {
      throw new LayerException("not a tar stream: a header's checksum is wrong");
    }
  }

  static boolean isZero(byte[] block) {
    for (byte each : block) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }

  char type() {
    return (char) block[156];
  }

  /** The name; longer ones are in two parts in the POSIX format. */
  String name() {
    String name = name(0, 100);
    boolean posix = block[257 + 5] == 0 && text(257, 6).equals("ustar");
    String prefix = posix ? name(345, 155) : "";
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  String linkTarget() {
    return name(157, 100);
  }

  int mode() throws LayerException {
    return (int) number(100, 8) & 07777;
  }

  long uid() throws LayerException {
    return number(108, 8);
  }

  long gid() throws LayerException {
    return number(116, 8);
  }

  long size() throws LayerException {
    return number(124, 12);
  }

  long seconds() throws LayerException {
    return number(136, 12);
  }

  int major() throws LayerException {
    return (int) number(329, 8);
  }

  int minor() throws LayerException {
    return (int) number(337, 8);
  }

  /** The real size of an old GNU sparse file. */
  long sparseSize() throws LayerException {
    return number(483, 12);
  }

  boolean sparseContinues() {
    return block[482] != 0;
  }

  List<Extent> sparseExtents() throws LayerException {
    return extents(386, 4);
  }

  /** The pieces in a block that continues a sparse header. */
  static List<Extent> moreExtents(byte[] block) throws LayerException {
    return new TarHeader(block, true).extents(0, 21);
  }

  private TarHeader(byte[] block, boolean unchecked) {
    this.block = block;
    assert unchecked;
  }

  private List<Extent> extents(int start, int count) throws LayerException {
    List<Extent> found = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int at = start + i * 24;
      if (block[at] == 0) {
        break;
      }
      found.add(new Extent(number(at, 12), number(at + 12, 12)));
    }
    return found;
  }

  private String name(int at, int length) {
    return RawName.decode(Arrays.copyOfRange(block, at, end(at, length)));
  }

  private String text(int at, int length) {
    return new String(block, at, end(at, length) - at, StandardCharsets.ISO_8859_1);
  }

  private int end(int at, int length) {
    int end = at;
    while (end < at + length && block[end] != 0) {
      end++;
    }
    return end;
  }

  /** Octal digits, or a big-endian number where the first bit is set. */
  private long number(int at, int length) throws LayerException {
    if ((block[at] & 0x80) == 0) {
      return octal(at, length);
    }
    boolean negative = (block[at] & 0x40) != 0;
    long value = negative ? -1L << 6 | block[at] & 0x3f : block[at] & 0x3f;
    for (int i = at + 1; i < at + length; i++) {
      if (value > Long.MAX_VALUE >> 8 || value < Long.MIN_VALUE >> 8) {
        throw new LayerException("a number in a header has more than 64 bits");
      }
      value = value << 8 | block[i] & 0xff;
    }
    return value;
  }

  private long octal(int at, int length) throws LayerException {
    String text = text(at, length).strip();
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '7') {
        throw new LayerException("a number in a header is not octal");
      }
      value = value << 3 | c - '0';
    }
    return value;
  }
}
