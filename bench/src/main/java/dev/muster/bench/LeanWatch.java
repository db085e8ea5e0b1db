package dev.muster.bench;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;

/**
 * A watch on an HTTP/1.1 connection of its own, of which only the ends of events are looked for.
 */
final class LeanWatch {
  private final LeanConnection connection;
  private final Arrivals arrivals;

  private LeanWatch(LeanConnection connection, Arrivals arrivals) {
    this.connection = connection;
    this.arrivals = arrivals;
  }

  static void start(URI server, String path, int number, Arrivals arrivals, CountDownLatch open)
      throws IOException {
    LeanConnection connection = new LeanConnection(server, "http/1.1", number);
    connection.write(
        LeanConnection.bytes(
            "GET " + path + " HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer bench\r\n\r\n"));
    Thread.ofVirtual().start(() -> new LeanWatch(connection, arrivals).run(open));
  }

  private void run(CountDownLatch open) {
    byte[] buffer = new byte[16 << 10];
    byte last = 0;
    int events = 0;
    boolean opened = false;
    try {
      while (true) {
        int count = connection.read(buffer);
        if (!opened) {
          opened = true;
          open.countDown();
        }
        int before = events;
        for (int i = 0; i < count; i++) {
          // the lines of heads and chunks end with two characters, events with one
          if (buffer[i] == '\n' && last != '\r') {
            events++;
          }
          last = buffer[i];
        }
        if (events > before) {
          arrivals.arrived(before, events);
        }
      }
    } catch (IOException e) {
      System.err.println("a watch ended: " + e.getMessage());
    }
  }
}
