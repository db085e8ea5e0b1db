package dev.muster.http;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/** What goes to the client: as much as was written since the last flush, or a block. */
public final class StreamOutput extends OutputStream {
  private static final int BLOCK = 32 * 1024;

  private final Exchange.Stream stream;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();

  public StreamOutput(Exchange.Stream stream) {
    this.stream = stream;
  }

  @Override
  public void write(int b) {
    held.write(b);
    flushBlocks();
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    held.write(bytes, from, length);
    flushBlocks();
  }

  private void flushBlocks() {
    if (held.size() >= BLOCK) {
      flush();
    }
  }

  @Override
  public void flush() {
    if (held.size() > 0) {
      stream.write(Body.of(held.toByteArray()));
      held.reset();
    }
  }

  @Override
  public void close() {
    flush();
  }
}
