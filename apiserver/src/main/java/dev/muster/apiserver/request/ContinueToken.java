package dev.muster.apiserver.request;

import dev.muster.api.status.Status;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Where a list that was cut by a limit goes on.
 *
 * @param revision the snapshot that the first page came from
 * @param startAfter the key, below the list's prefix, of the last object already given
 */
public record ContinueToken(long revision, String startAfter) {
  private static final String FORMAT = "v1";

  public String encode() {
    String plain = FORMAT + "\n" + revision + "\n" + startAfter;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  /** A token that is not ours is a 400. */
  public static ContinueToken decode(String token) {
    try {
      String plain = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
      String[] parts = plain.split("\n", 3);
      if (parts.length == 3 && parts[0].equals(FORMAT) && !parts[2].contains("..")) {
        return new ContinueToken(Long.parseLong(parts[1]), parts[2]);
      }
    } catch (IllegalArgumentException e) {
      // falls through to the refusal
    }
    throw Status.badRequest("continue key is not valid: it was not given by this server")
        .exception();
  }
}
