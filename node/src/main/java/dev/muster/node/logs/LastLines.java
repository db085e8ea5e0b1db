package dev.muster.node.logs;

import java.io.IOException;
import java.io.RandomAccessFile;

/** Finds the last lines of a log, from its end. Entries that are parts of one line count as one. */
final class LastLines {
  private static final int BLOCK = 16 * 1024;

  /** Time, stream and tag are shorter than this. */
  private static final int LONGEST_HEAD = 128;

  private LastLines() {}

  /**
   * Where the last lines begin.
   *
   * @param length of the log, of which more may be written meanwhile
   */
  static long start(RandomAccessFile in, long length, long lines) throws IOException {
    if (lines <= 0) {
      return length;
    }
    long found = 0;
    long end = -1;
    byte[] block = new byte[BLOCK];
    for (long at = length; at > 0; ) {
      int size = (int) Math.min(BLOCK, at);
      at -= size;
      in.seek(at);
      in.readFully(block, 0, size);
      for (int i = size - 1; i >= 0; i--) {
        long position = at + i;
        if (block[i] != '\n' || position == length - 1) {
          continue;
        }
        if (end >= 0 && endsLine(in, position + 1, end) && ++found == lines) {
          return end + 1;
        }
        end = position;
      }
    }
    return end >= 0 && endsLine(in, 0, end) && ++found == lines ? end + 1 : 0;
  }

  /** Whether an entry is the last of its line; one that cannot be read is of no line. */
  private static boolean endsLine(RandomAccessFile in, long start, long end) throws IOException {
    byte[] head = new byte[(int) Math.min(LONGEST_HEAD, end - start)];
    in.seek(start);
    in.readFully(head);
    return ContainerLogLine.parse(head, head.length).map(line -> !line.partial()).orElse(false);
  }
}
