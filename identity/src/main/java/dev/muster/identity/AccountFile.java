package dev.muster.identity;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads an account file line by line within bounds: memory never exceeds one line. */
final class AccountFile implements AutoCloseable {
  static final int MAX_LINE = 1 << 20;
  static final int MAX_BYTES = 16 << 20;

  private final String path;
  private final InputStream in;
  private byte[] line = new byte[256];
  private int number;
  private int total;

  AccountFile(String path, InputStream in) {
    this.path = path;
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /** The next line that holds anything, or null at the end. */
  @Nullable AccountLine next() throws IdentityException {
    try {
      while (true) {
        int length = fill();
        if (length < 0) {
          return null;
        }
        String text = new String(line, 0, length, StandardCharsets.ISO_8859_1).strip();
        if (!text.isEmpty()) {
          return new AccountLine(number, List.of(text.split(":", -1)));
        }
      }
    } catch (IOException e) {
      throw new IdentityException("cannot read the image's " + path + ": " + e.getMessage(), e);
    }
  }

  /** Reads up to a line feed; the number of bytes before it, or -1 at the end. */
  private int fill() throws IOException, IdentityException {
    int length = 0;
    number++;
    for (int next = in.read(); ; next = in.read()) {
      if (next < 0) {
        return length == 0 ? -1 : length;
      }
      if (++total > MAX_BYTES) {
        throw new IdentityException(
            "the image's " + path + " is larger than " + (MAX_BYTES >> 20) + " MiB");
      }
      if (next == '\n') {
        return length;
      }
      if (next == 0) {
        throw new IdentityException(at(number) + " contains a NUL byte");
      }
      if (length == MAX_LINE) {
        throw new IdentityException(at(number) + " is longer than " + (MAX_LINE >> 20) + " MiB");
      }
      if (length == line.length) {
        line = Arrays.copyOf(line, Math.min(MAX_LINE, length * 2));
      }
      line[length++] = (byte) next;
    }
  }

  private String at(int number) {
    return "line " + number + " of the image's " + path;
  }

  @Override
  public void close() throws IdentityException {
    try {
      in.close();
    } catch (IOException e) {
      throw new IdentityException("cannot read the image's " + path + ": " + e.getMessage(), e);
    }
  }
}
