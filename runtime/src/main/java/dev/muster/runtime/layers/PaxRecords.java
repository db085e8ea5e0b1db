package dev.muster.runtime.layers;

import dev.muster.linux.RawName;
import dev.muster.runtime.layers.TarEntry.Extent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The records of a POSIX extended header. */
final class PaxRecords {
  static final PaxRecords NONE = new PaxRecords();

  private static final String ATTRIBUTE = "SCHILY.xattr.";
  private static final int MAX_EXTENTS = 1 << 16;

  private final Map<String, String> values = new LinkedHashMap<>();
  private final Map<String, byte[]> attributes = new LinkedHashMap<>();

  /** The pieces of the two oldest sparse formats, in the order of their records. */
  private final List<Long> numbers = new ArrayList<>();

  private PaxRecords() {}

  static PaxRecords parse(byte[] data) throws LayerException {
    PaxRecords records = new PaxRecords();
    int at = 0;
    while (at < data.length && data[at] != 0) {
      int blank = at;
      while (blank < data.length && data[blank] != ' ' && blank - at < 10) {
        blank++;
      }
      int length = (int) decimal(new String(data, at, blank - at, StandardCharsets.ISO_8859_1));
      int end = at + length;
      if (length < 5 || end > data.length || end < at || data[end - 1] != '\n') {
        throw new LayerException("an extended header is malformed");
      }
      int equals = blank;
      while (equals < end && data[equals] != '=') {
        equals++;
      }
      if (equals >= end) {
        throw new LayerException("an extended header is malformed");
      }
      String key = new String(data, blank + 1, equals - blank - 1, StandardCharsets.ISO_8859_1);
      records.put(key, Arrays.copyOfRange(data, equals + 1, end - 1));
      at = end;
    }
    return records;
  }

  private void put(String key, byte[] value) throws LayerException {
    if (key.startsWith(ATTRIBUTE)) {
      attributes.put(name(key.substring(ATTRIBUTE.length())), value);
      return;
    }
    String text = RawName.decode(value);
    switch (key) {
      case "GNU.sparse.offset", "GNU.sparse.numbytes" -> {
        if (numbers.size() >= 2 * MAX_EXTENTS) {
          throw new LayerException("a sparse file has too many pieces");
        }
        numbers.add(decimal(text));
      }
      default -> values.put(key, text);
    }
  }

  /** A value that becomes a name or a time. */
  @Nullable String text(String key) throws LayerException {
    String text = values.get(key);
    return text == null ? null : name(text);
  }

  /** No system call takes a name with a NUL in it. */
  private static String name(String text) throws LayerException {
    if (text.indexOf('\0') >= 0) {
      throw new LayerException("an extended header is malformed");
    }
    return text;
  }

  long number(String key, long otherwise) throws LayerException {
    String text = values.get(key);
    return text == null || text.isEmpty() ? otherwise : decimal(text);
  }

  Map<String, byte[]> attributes() {
    return attributes;
  }

  boolean isSparse() {
    return !numbers.isEmpty() || values.containsKey("GNU.sparse.map") || hasSparseMapInData();
  }

  boolean hasSparseMapInData() {
    return "1".equals(values.get("GNU.sparse.major")) && "0".equals(values.get("GNU.sparse.minor"));
  }

  List<Extent> extents() throws LayerException {
    List<Long> all = numbers;
    String map = values.get("GNU.sparse.map");
    if (map != null) {
      String[] parts = map.split(",");
      if (parts.length > 2 * MAX_EXTENTS) {
        throw new LayerException("a sparse file has too many pieces");
      }
      all = new ArrayList<>();
      for (String part : parts) {
        all.add(decimal(part));
      }
    }
    return pairs(all);
  }

  static List<Extent> pairs(List<Long> numbers) throws LayerException {
    if (numbers.size() % 2 != 0) {
      throw new LayerException("a sparse file's map is malformed");
    }
    List<Extent> found = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i += 2) {
      found.add(new Extent(numbers.get(i), numbers.get(i + 1)));
    }
    return found;
  }

  /** Whole and fractional seconds of a time such as 1234.5; the fraction counts upwards. */
  static long[] time(String text) throws LayerException {
    int dot = text.indexOf('.');
    boolean negative = text.startsWith("-");
    String whole = dot < 0 ? text : text.substring(0, dot);
    long seconds = negative ? -decimal(whole.substring(1)) : decimal(whole);
    String digits = dot < 0 ? "" : text.substring(dot + 1, Math.min(text.length(), dot + 10));
    long nanos = digits.isEmpty() ? 0 : decimal((digits + "000000000").substring(0, 9));
    return negative && nanos > 0
        ? new long[] {seconds - 1, 1_000_000_000L - nanos}
        : new long[] {seconds, nanos};
  }

  static long decimal(String text) throws LayerException {
    if (text.isEmpty() || text.length() > 18) {
      throw new LayerException("a number in an extended header is malformed");
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        throw new LayerException("a number in an extended header is malformed");
      }
      value = value * 10 + c - '0';
    }
    return value;
  }
}
