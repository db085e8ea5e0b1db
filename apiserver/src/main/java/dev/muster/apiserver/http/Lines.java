package dev.muster.apiserver.http;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A body as its lines, each with its end. */
final class Lines {
  private Lines() {}

  static List<ByteBuffer> of(Body body) {
    ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(body.length()));
    for (int slice = 0; slice < body.slices(); slice++) {
      all.put(body.array(slice), body.from(slice), body.to(slice) - body.from(slice));
    }
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
}
