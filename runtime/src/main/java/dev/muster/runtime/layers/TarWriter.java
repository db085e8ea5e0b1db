package dev.muster.runtime.layers;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes tar streams in the POSIX format, with extended headers only where a value needs one: the
 * same members give the same bytes. Nothing is checked, so that tests can write what no tool would.
 */
public final class TarWriter implements AutoCloseable {
  private static final int BLOCK = TarHeader.BLOCK;

  private final OutputStream out;

  public TarWriter(OutputStream out) {
    this.out = out;
  }

  public void directory(String name, int mode, long uid, long gid) throws IOException {
    member(name + "/", '5', "", 0, mode, uid, gid, 0, 0, Map.of());
  }

  public void file(String name, byte[] content, int mode, long uid, long gid) throws IOException {
    file(name, new ByteArrayInputStream(content), content.length, mode, uid, gid);
  }

  /** Writes exactly {@code size} bytes of the stream. */
  public void file(String name, InputStream content, long size, int mode, long uid, long gid)
      throws IOException {
    member(name, '0', "", size, mode, uid, gid, 0, 0, Map.of());
    byte[] buffer = new byte[1 << 16];
    long left = size;
    while (left > 0) {
      int count = content.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (count < 0) {
        throw new IOException(name + " became shorter while it was read");
      }
      out.write(buffer, 0, count);
      left -= count;
    }
    pad(size);
  }

  public void link(String name, String target) throws IOException {
    member(name, '2', target, 0, 0777, 0, 0, 0, 0, Map.of());
  }

  public void hardLink(String name, String target) throws IOException {
    member(name, '1', target, 0, 0644, 0, 0, 0, 0, Map.of());
  }

  /**
   * Writes a header; content, if any, must follow.
   *
   * @param records further records of an extended header
   */
  public void member(
      String name,
      char type,
      String link,
      long size,
      int mode,
      long uid,
      long gid,
      int major,
      int minor,
      Map<String, byte[]> records)
      throws IOException {
    Map<String, byte[]> extended = new TreeMap<>(records);
    if (name.getBytes(StandardCharsets.ISO_8859_1).length > 100 || !ascii(name)) {
      extended.put("path", name.getBytes(StandardCharsets.UTF_8));
    }
    if (link.length() > 100 || !ascii(link)) {
      extended.put("linkpath", link.getBytes(StandardCharsets.UTF_8));
    }
    number(extended, "size", size, 0_77777777777L);
    number(extended, "uid", uid, 0_7777777L);
    number(extended, "gid", gid, 0_7777777L);
    if (!extended.isEmpty()) {
      byte[] data = records(extended);
      header("pax", 'x', "", data.length, 0644, 0, 0, 0, 0);
      out.write(data);
      pad(data.length);
    }
    header(name, type, link, size, mode, uid, gid, major, minor);
  }

  /** Writes content after {@link #member}. */
  public void raw(byte[] content) throws IOException {
    out.write(content);
    pad(content.length);
  }

  private static void number(Map<String, byte[]> extended, String key, long value, long max) {
    if (value > max) {
      extended.put(key, Long.toString(value).getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static byte[] records(Map<String, byte[]> extended) throws IOException {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (Map.Entry<String, byte[]> each : extended.entrySet()) {
      int rest = each.getKey().length() + each.getValue().length + 3;
      int length = rest + Integer.toString(rest).length();
      length = rest + Integer.toString(length).length();
      data.write((length + " " + each.getKey() + "=").getBytes(StandardCharsets.US_ASCII));
      data.write(each.getValue());
      data.write('\n');
    }
    return data.toByteArray();
  }

  private void header(
      String name,
      char type,
      String link,
      long size,
      int mode,
      long uid,
      long gid,
      int major,
      int minor)
      throws IOException {
    byte[] block = new byte[BLOCK];
    text(block, 0, 100, name);
    octal(block, 100, 8, mode);
    octal(block, 108, 8, Math.min(uid, 0_7777777L));
    octal(block, 116, 8, Math.min(gid, 0_7777777L));
    octal(block, 124, 12, Math.min(size, 0_77777777777L));
    octal(block, 136, 12, 0);
    block[156] = (byte) type;
    text(block, 157, 100, link);
    text(block, 257, 8, "ustar\00000");
    octal(block, 329, 8, major);
    octal(block, 337, 8, minor);
    int sum = 8 * ' ';
    for (byte each : block) {
      sum += each & 0xff;
    }
    octal(block, 148, 7, sum);
    block[155] = ' ';
    out.write(block);
  }

  private static boolean ascii(String text) {
    return text.chars().allMatch(c -> c < 128);
  }

  private static void text(byte[] block, int at, int length, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, block, at, Math.min(length, bytes.length));
  }

  private static void octal(byte[] block, int at, int length, long value) {
    String digits = Long.toOctalString(value);
    text(block, at, length - 1, "0".repeat(Math.max(0, length - 1 - digits.length())) + digits);
  }

  private void pad(long size) throws IOException {
    out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
  }

  /** Ends the stream; what it was written to stays open. */
  @Override
  public void close() throws IOException {
    out.write(new byte[2 * BLOCK]);
    out.flush();
  }
}
