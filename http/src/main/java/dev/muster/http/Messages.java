package dev.muster.http;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** The messages that a stream's body is made of, as its content type delimits them. */
public final class Messages {
  private static final int PREFIX = Integer.BYTES;

  private Messages() {}

  /** Whether each message stands behind its length instead of being a line. */
  public static boolean delimitedByLength(String contentType) {
    return contentType.startsWith("application/vnd.kubernetes.protobuf");
  }

  /** Tells the length of each message. */
  public static void eachLength(String contentType, Body body, LongConsumer length) {
    if (delimitedByLength(contentType)) {
      byLength(body).forEach(message -> length.accept(PREFIX + message.remaining()));
    } else {
      body.eachLine(length);
    }
  }

  /** Messages without the lengths that stood before them. */
  static List<ByteBuffer> byLength(Body body) {
    ByteBuffer all = joined(body).flip();
    List<ByteBuffer> messages = new ArrayList<>();
    while (all.hasRemaining()) {
      int length = all.getInt();
      messages.add(all.slice(all.position(), length));
      all.position(all.position() + length);
    }
    return messages;
  }

  /** Lines, each with its end. */
  static List<ByteBuffer> lines(Body body) {
    ByteBuffer all = joined(body);
    List<ByteBuffer> lines = new ArrayList<>();
    int from = 0;
    for (int at = 0; at < all.position(); at++) {
      if (all.get(at) == '\n' || at == all.position() - 1) {
        lines.add(all.slice(from, at + 1 - from));
        from = at + 1;
      }
    }
    return lines;
  }

  private static ByteBuffer joined(Body body) {
    ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(body.length()));
    for (int slice = 0; slice < body.slices(); slice++) {
      all.put(body.array(slice), body.from(slice), body.to(slice) - body.from(slice));
    }
    return all;
  }
}
