package dev.muster.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;

/**
 * Many watches on one HTTP/2 connection, as streams, of which only the ends of events are looked
 * for.
 */
final class LeanStreams {
  private static final byte[] PREFACE = LeanConnection.bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  private static final int WINDOW = 1 << 24;
  private static final int HEAD = 9;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;
  private static final int ACK = 1;
  private static final int END_HEADERS = 4;
  private static final int END_STREAM = 1;

  private final LeanConnection connection;
  private final Arrivals arrivals;
  private final int[] events;
  private final int[] consumed;
  private int consumedByAll;

  private LeanStreams(LeanConnection connection, Arrivals arrivals, int streams) {
    this.connection = connection;
    this.arrivals = arrivals;
    this.events = new int[streams];
    this.consumed = new int[streams];
  }

  static void start(
      URI server, String path, int number, int streams, Arrivals arrivals, CountDownLatch open)
      throws IOException {
    LeanConnection connection = new LeanConnection(server, "h2", number);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(PREFACE);
    // INITIAL_WINDOW_SIZE
    frame(out, SETTINGS, 0, 0, ByteBuffer.allocate(6).putShort((short) 4).putInt(WINDOW).array());
    update(out, 0, WINDOW);
    for (int i = 0; i < streams; i++) {
      frame(out, HEADERS, END_HEADERS | END_STREAM, 2 * i + 1, request(path));
    }
    connection.write(out.toByteArray());
    Thread.ofVirtual().start(() -> new LeanStreams(connection, arrivals, streams).run(open));
  }

  /** Fields as literals without an index, but for those of the static table. */
  private static byte[] request(String path) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0x82); // GET
    out.write(0x87); // https
    literal(out, 4, path);
    literal(out, 1, "bench"); // authority
    out.write(0x0f); // authorization, 23 in the static table
    out.write(23 - 15);
    string(out, "Bearer bench");
    return out.toByteArray();
  }

  private static void literal(ByteArrayOutputStream out, int name, String value) {
    out.write(name);
    string(out, value);
  }

  private static void string(ByteArrayOutputStream out, String value) {
    byte[] bytes = LeanConnection.bytes(value);
    if (bytes.length < 127) {
      out.write(bytes.length);
    } else {
      out.write(127);
      out.write(bytes.length - 127); // shorter than 255
    }
    out.writeBytes(bytes);
  }

  private static void frame(
      ByteArrayOutputStream out, int type, int flags, int stream, byte[] payload) {
    out.writeBytes(
        ByteBuffer.allocate(HEAD)
            .put((byte) (payload.length >> 16))
            .putShort((short) payload.length)
            .put((byte) type)
            .put((byte) flags)
            .putInt(stream)
            .array());
    out.writeBytes(payload);
  }

  private static void update(ByteArrayOutputStream out, int stream, int bytes) {
    frame(out, WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(bytes).array());
  }

  private void run(CountDownLatch open) {
    byte[] head = new byte[HEAD];
    byte[] payload = new byte[1 << 16];
    try {
      while (true) {
        connection.readFully(head, HEAD);
        ByteBuffer fields = ByteBuffer.wrap(head);
        int length = (fields.get() & 0xff) << 16 | fields.getShort() & 0xffff;
        int type = fields.get();
        int flags = fields.get();
        int stream = fields.getInt();
        connection.readFully(payload, length);
        switch (type) {
          case DATA -> data(stream, payload, length);
          case HEADERS -> open.countDown();
          case SETTINGS, PING -> acknowledge(type, flags, payload, length);
          case GOAWAY -> throw new IOException("the server goes away");
          default -> {}
        }
      }
    } catch (IOException e) {
      System.err.println("watches ended: " + e.getMessage());
    }
  }

  private void acknowledge(int type, int flags, byte[] payload, int length) throws IOException {
    if ((flags & ACK) == 0) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] echo = java.util.Arrays.copyOf(payload, type == PING ? length : 0);
      frame(out, type, ACK, 0, echo);
      connection.write(out.toByteArray());
    }
  }

  private void data(int stream, byte[] payload, int length) throws IOException {
    int watcher = (stream - 1) / 2;
    int before = events[watcher];
    for (int i = 0; i < length; i++) {
      if (payload[i] == '\n') {
        events[watcher]++;
      }
    }
    if (events[watcher] > before) {
      arrivals.arrived(before, events[watcher]);
    }
    consumed[watcher] += length;
    consumedByAll += length;
    if (consumedByAll > WINDOW / 2 || consumed[watcher] > WINDOW / 2) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      update(out, 0, consumedByAll);
      consumedByAll = 0;
      if (consumed[watcher] > WINDOW / 2) {
        update(out, stream, consumed[watcher]);
        consumed[watcher] = 0;
      }
      connection.write(out.toByteArray());
    }
  }
}
