package dev.muster.http;

import dev.muster.model.status.Status;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Decodes the path of a request as it was sent; nothing is normalised. */
public final class RequestPath {
  private RequestPath() {}

  /** Throws an {@code ApiException} with a 400 Status for what cannot be decoded. */
  public static String decode(@Nullable String raw) {
    if (raw == null || raw.isEmpty()) {
      return "/";
    }
    return raw.indexOf('%') < 0 ? raw : decodeEscapes(raw);
  }

  private static String decodeEscapes(String raw) {
    byte[] in = raw.getBytes(StandardCharsets.UTF_8);
    byte[] out = new byte[in.length];
    int to = 0;
    for (int at = 0; at < in.length; at++) {
      if (in[at] != '%') {
        out[to++] = in[at];
        continue;
      }
      int high = at + 2 < in.length ? Character.digit(in[at + 1], 16) : -1;
      int low = at + 2 < in.length ? Character.digit(in[at + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw Status.badRequest("invalid URL escape in the path of the request").exception();
      }
      out[to++] = (byte) (high << 4 | low);
      at += 2;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(out, 0, to)).toString();
    } catch (CharacterCodingException e) {
      throw Status.badRequest("the path of the request is not valid UTF-8").exception();
    }
  }
}
