package dev.muster.runtime.streaming;

import java.io.IOException;
import java.io.OutputStream;

/** A stream to a client; what comes after the client went is thrown away. Left open. */
final class UntilGone extends OutputStream {
  private final OutputStream client;
  private boolean gone;

  UntilGone(OutputStream client) {
    this.client = client;
  }

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    if (gone) {
      return;
    }
    try {
      client.write(bytes, offset, length);
    } catch (IOException e) {
      gone = true;
    }
  }
}
