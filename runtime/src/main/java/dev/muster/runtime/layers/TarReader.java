package dev.muster.runtime.layers;

import dev.muster.linux.RawName;
import dev.muster.runtime.layers.TarEntry.Extent;
import dev.muster.runtime.layers.TarEntry.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a tar stream: the old format, POSIX with extended headers, GNU with long names, and sparse
 * files of both. Memory is bounded whatever the stream says.
 */
public final class TarReader {
  private static final int MAX_HEADER = 1 << 20;
  private static final int MAX_EXTENTS = 1 << 16;
  private static final long MAX_SIZE = 1L << 50;
  private static final int LONGEST_NUMBER = 18;

  private final InputStream in;
  private long left;
  private long padding;

  public TarReader(InputStream in) {
    this.in = in;
  }

  /** The next member, or null at the end. What was not read of the one before is passed over. */
  public @Nullable TarEntry next() throws IOException {
    PaxRecords pax = PaxRecords.NONE;
    String longName = null;
    String longLink = null;
    while (true) {
      skip(left + padding);
      left = 0;
      padding = 0;
      byte[] block = block();
      if (block == null || TarHeader.isZero(block)) {
        return null;
      }
      TarHeader header = new TarHeader(block);
      switch (header.type()) {
        case 'x' -> pax = PaxRecords.parse(metadata(header));
        case 'g' -> {
          byte[] ignored = metadata(header);
        }
        case 'L' -> longName = zeroEnded(metadata(header));
        case 'K' -> longLink = zeroEnded(metadata(header));
        case 'V', 'M', 'N' -> content(header.size());
        default -> {
          return member(header, pax, longName, longLink);
        }
      }
    }
  }

  /** Reads stored bytes of the member; -1 at its end. */
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int count = in.read(into, offset, (int) Math.min(length, left));
    if (count < 0) {
      throw new LayerException("the stream ends inside a file");
    }
    left -= count;
    return count;
  }

  private TarEntry member(
      TarHeader header, PaxRecords pax, @Nullable String longName, @Nullable String longLink)
      throws IOException {
    Kind kind = kind(header);
    long stored = pax.number("size", header.size());
    String name = first(pax.text("GNU.sparse.name"), pax.text("path"), longName, header.name());
    String link = first(pax.text("linkpath"), longLink, null, header.linkTarget());
    if (kind == Kind.FILE && name.endsWith("/")) {
      kind = Kind.DIRECTORY;
    }
    boolean hasContent = kind == Kind.FILE || kind == Kind.HARD_LINK;
    content(hasContent ? stored : 0);
    long size = stored;
    List<Extent> extents = List.of();
    boolean sparse = kind == Kind.FILE && (header.type() == 'S' || pax.isSparse());
    if (sparse) {
      size =
          header.type() == 'S'
              ? header.sparseSize()
              : pax.number("GNU.sparse.realsize", pax.number("GNU.sparse.size", stored));
      extents =
          header.type() == 'S'
              ? oldExtents(header)
              : pax.hasSparseMapInData() ? mapInData() : pax.extents();
      if (size < 0 || size > MAX_SIZE) {
        throw new LayerException("a sparse file has a size of " + size + " bytes");
      }
      check(extents, size);
    }
    String time = pax.text("mtime");
    long[] when = time == null ? new long[] {header.seconds(), 0} : PaxRecords.time(time);
    boolean device = kind == Kind.CHARACTER_DEVICE || kind == Kind.BLOCK_DEVICE;
    return new TarEntry(
        name,
        kind,
        link,
        size,
        header.mode(),
        id(pax.number("uid", header.uid())),
        id(pax.number("gid", header.gid())),
        when[0],
        (int) when[1],
        device ? header.major() : 0,
        device ? header.minor() : 0,
        extents,
        sparse,
        Collections.unmodifiableMap(new HashMap<>(pax.attributes())));
  }

  private static Kind kind(TarHeader header) throws LayerException {
    return switch (header.type()) {
      case '0', '\0', '7', 'S' -> Kind.FILE;
      case '1' -> Kind.HARD_LINK;
      case '2' -> Kind.LINK;
      case '3' -> Kind.CHARACTER_DEVICE;
      case '4' -> Kind.BLOCK_DEVICE;
      case '5' -> Kind.DIRECTORY;
      case '6' -> Kind.FIFO;
      default ->
          throw new LayerException(
              "a member of type 0x%02x, which no layer has".formatted((int) header.type()));
    };
  }

  private static String first(
      @Nullable String a, @Nullable String b, @Nullable String c, String otherwise) {
    return a != null ? a : b != null ? b : c != null ? c : otherwise;
  }

  private static long id(long value) throws LayerException {
    if (value < 0 || value > 0xffff_fffeL) {
      throw new LayerException("owner " + value + " is not between 0 and 4294967294");
    }
    return value;
  }

  private static void check(List<Extent> extents, long size) throws LayerException {
    long end = 0;
    for (Extent each : extents) {
      if (each.offset() < end || each.length() < 0 || each.offset() > size - each.length()) {
        throw new LayerException("a sparse file's map is malformed");
      }
      end = each.offset() + each.length();
    }
  }

  private List<Extent> oldExtents(TarHeader header) throws IOException {
    List<Extent> found = new ArrayList<>(header.sparseExtents());
    boolean more = header.sparseContinues();
    while (more) {
      byte[] block = block();
      if (block == null || found.size() > MAX_EXTENTS) {
        throw new LayerException("a sparse file's map is malformed");
      }
      found.addAll(TarHeader.moreExtents(block));
      more = block[504] != 0;
    }
    return found;
  }

  /** The newest format: decimal lines at the start of the content, in whole blocks. */
  private List<Extent> mapInData() throws IOException {
    List<Long> numbers = new ArrayList<>();
    long wanted = -1;
    StringBuilder line = new StringBuilder();
    while (wanted < 0 || numbers.size() < wanted) {
      byte[] block = new byte[TarHeader.BLOCK];
      if (left < block.length || in.readNBytes(block, 0, block.length) < block.length) {
        throw new LayerException("a sparse file's map is malformed");
      }
      left -= block.length;
      for (byte each : block) {
        if (numbers.size() == wanted) {
          break; // the rest fills the block
        }
        if (each != '\n') {
          if (line.length() == LONGEST_NUMBER) {
            throw new LayerException("a sparse file's map is malformed");
          }
          line.append((char) (each & 0xff));
          continue;
        }
        long number = PaxRecords.decimal(line.toString());
        line.setLength(0);
        if (wanted >= 0) {
          numbers.add(number);
        } else if (number > MAX_EXTENTS) {
          throw new LayerException("a sparse file has too many pieces");
        } else {
          wanted = 2 * number;
        }
      }
    }
    return PaxRecords.pairs(numbers);
  }

  private void content(long size) throws LayerException {
    if (size < 0 || size > MAX_SIZE) {
      throw new LayerException("a member has a size of " + size + " bytes");
    }
    left = size;
    padding = (TarHeader.BLOCK - size % TarHeader.BLOCK) % TarHeader.BLOCK;
  }

  private byte[] metadata(TarHeader header) throws IOException {
    long size = header.size();
    if (size < 0 || size > MAX_HEADER) {
      throw new LayerException("an extended header is larger than 1 MiB");
    }
    content(size);
    byte[] data = in.readNBytes((int) size);
    if (data.length < size) {
      throw new LayerException("the stream ends inside a header");
    }
    left = 0;
    return data;
  }

  private static String zeroEnded(byte[] data) {
    int end = 0;
    while (end < data.length && data[end] != 0) {
      end++;
    }
    return RawName.decode(Arrays.copyOf(data, end));
  }

  private byte @Nullable [] block() throws IOException {
    byte[] block = in.readNBytes(TarHeader.BLOCK);
    if (block.length == 0) {
      return null;
    }
    if (block.length < TarHeader.BLOCK) {
      throw new LayerException("the stream ends inside a header");
    }
    return block;
  }

  private void skip(long count) throws IOException {
    try {
      in.skipNBytes(count);
    } catch (java.io.EOFException e) {
      throw new LayerException("the stream ends inside a file");
    }
  }
}
