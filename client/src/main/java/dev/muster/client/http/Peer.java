package dev.muster.client.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The other end of a connection that is passed through. */
public interface Peer extends Closeable {
  /** What the peer sends. */
  InputStream in();

  /** Where to send to it; fails once that has ended. */
  OutputStream out() throws IOException;

  /** Tells the peer that nothing more will come; it may go on sending. */
  void endOutput() throws IOException;
}
