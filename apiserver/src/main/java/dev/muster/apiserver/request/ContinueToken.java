package dev.muster.apiserver.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.model.codec.JsonSyntax;
import dev.muster.model.codec.Trees;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * Where a list that was cut by a limit goes on. Written as the real server writes it.
 *
 * @param revision the snapshot that the first page came from
 * @param startAfter the key, below the list's prefix, of the last object already given
 */
public record ContinueToken(long revision, String startAfter) {
  private static final String FORMAT = "meta.k8s.io/v1";
  private static final char NEXT = 0;

  /** The revision of a list that goes on with whatever is there. */
  public static final long NEWEST = -1;

  public String encode() {
    String json =
        JsonNodeFactory.instance
            .objectNode()
            .put("v", FORMAT)
            .put("rv", revision)
            .put("start", startAfter + NEXT)
            .toString();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }

  /** A token that is not ours is a 400. */
  public static ContinueToken decode(String token) {
    JsonNode read = json(bytes(token));
    String format = read.path("v").asText("");
    if (!format.equals(FORMAT)) {
      throw fault(": server does not recognize this encoded version " + format);
    }
    long revision = read.path("rv").asLong();
    if (revision == 0) {
      throw fault(": incorrect encoded start resourceVersion (version " + FORMAT + ")");
    }
    String start = read.path("start").asText("");
    if (start.isEmpty()) {
      throw fault(": encoded start key empty (version " + FORMAT + ")");
    }
    String after =
        start.charAt(start.length() - 1) == NEXT ? start.substring(0, start.length() - 1) : start;
    for (String part : after.split("/", -1)) {
      if (part.equals(".") || part.equals("..") || part.isEmpty()) {
        throw fault(": " + start);
      }
    }
    return new ContinueToken(revision, after);
  }

  private static byte[] bytes(String token) {
    String bare = token.replaceAll("[\r\n]", "");
    try {
      if (bare.indexOf('=') < 0 && bare.length() % 4 != 1) {
        return Base64.getUrlDecoder().decode(bare);
      }
    } catch (IllegalArgumentException e) {
      // falls through to the refusal
    }
    throw fault(": illegal base64 data at input byte " + firstFault(bare));
  }

  private static int firstFault(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean alphabet =
          c >= 'A' && c <= 'Z'
              || c >= 'a' && c <= 'z'
              || c >= '0' && c <= '9'
              || c == '-'
              || c == '_';
      if (!alphabet) {
        return i;
      }
    }
    return text.length() - 1;
  }

  private static JsonNode json(byte[] bytes) {
    Optional<String> syntax = JsonSyntax.fault(bytes);
    if (syntax.isPresent()) {
      throw fault(": " + syntax.get());
    }
    try {
      JsonNode read = Trees.parse(bytes);
      if (read.isObject() || read.isNull()) {
        return read;
      }
    } catch (IOException e) {
      throw fault(": " + e.getMessage());
    }
    throw fault(
        ": json: cannot unmarshal a value of another type into Go value of type storage.continueToken");
  }

  private static ApiException fault(String why) {
    return Status.badRequest("invalid continue token: continue key is not valid" + why).exception();
  }
}
