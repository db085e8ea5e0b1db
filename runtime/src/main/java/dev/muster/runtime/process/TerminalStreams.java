package dev.muster.runtime.process;

import dev.muster.linux.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** A terminal as streams. Reading holds the thread that calls: it must not be a virtual one. */
record TerminalStreams(Terminal terminal) {
  /** Ctrl-D at the beginning of a line: the end of input. */
  private static final byte END = 4;

  InputStream input() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        byte[] some = new byte[length];
        int count = terminal.read(some);
        if (count > 0) {
          System.arraycopy(some, 0, buffer, offset, count);
        }
        return count;
      }
    };
  }

  OutputStream output() {
    return new OutputStream() {
      private boolean closed;

      @Override
      public void write(int value) throws IOException {
        terminal.write(new byte[] {(byte) value});
      }

      @Override
      public void write(byte[] buffer, int offset, int length) throws IOException {
        terminal.write(Arrays.copyOfRange(buffer, offset, offset + length));
      }

      @Override
      public void close() throws IOException {
        if (!closed) {
          closed = true;
          terminal.write(new byte[] {END});
        }
      }
    };
  }
}
