package dev.muster.kinds.structural;

import java.net.URI;
import java.net.URISyntaxException;

/** Addresses as a request may have them. */
final class Uris {
  private Uris() {}

  /** A whole address, or a path from the root. */
  static boolean isRequestUri(String text) {
    if (text.isEmpty() || text.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      return false;
    }
    try {
      URI uri = new URI(text.replace(" ", "%20"));
      return text.startsWith("/") || uri.isAbsolute() || text.equals("*");
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
