package dev.muster.runtime.streaming;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/** Moves bytes from one stream to another as they come. */
final class Copying {
  private static final int CHUNK = 8 * 1024;

  private Copying() {}

  static void all(InputStream from, OutputStream to) throws IOException {
    byte[] buffer = new byte[CHUNK];
    for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
      to.write(buffer, 0, n);
      to.flush();
    }
  }

  /**
   * In a thread of its own. An end of either side ends it, and then the target is closed.
   *
   * @return counted down at the end
   */
  static CountDownLatch aside(String name, InputStream from, OutputStream to) {
    CountDownLatch ended = new CountDownLatch(1);
    Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(
            () -> {
              try (to) {
                all(from, to);
              } catch (IOException gone) {
                // one side has gone, which the other side's copying notices too
              } finally {
                ended.countDown();
              }
            });
    return ended;
  }

  static void await(CountDownLatch ended) {
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
