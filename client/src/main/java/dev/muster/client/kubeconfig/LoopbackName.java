package dev.muster.client.kubeconfig;

import java.net.URI;
import java.util.Set;
import java.util.regex.Pattern;

/** Servers on this machine, told by their names: nothing is resolved. */
final class LoopbackName {
  private static final Pattern V4 = Pattern.compile("127(\\.\\d{1,3}){3}");
  private static final Set<String> NAMES = Set.of("localhost", "[::1]");

  private LoopbackName() {}

  /** Whether this is an http URL of this machine. */
  static boolean isPlain(URI uri) {
    String host = uri.getHost();
    return "http".equals(uri.getScheme())
        && host != null
        && (NAMES.contains(host) || V4.matcher(host).matches());
  }
}
