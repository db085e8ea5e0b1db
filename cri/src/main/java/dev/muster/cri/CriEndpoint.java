package dev.muster.cri;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads the address of a runtime as the kubelet's flags write it. */
public final class CriEndpoint {
  /** The kernel's room for the path of a socket, without its final NUL. */
  static final int LONGEST_PATH = 107;

  private static final String SCHEME = "unix://";

  private CriEndpoint() {}

  /**
   * The socket that {@code unix:///run/x.sock}, {@code unix:/run/x.sock} or {@code /run/x.sock}
   * names.
   *
   * @throws IllegalArgumentException if it is none of these, or too long for a socket
   */
  public static Path socket(String endpoint) {
    String path = endpoint;
    if (endpoint.startsWith(SCHEME)) {
      path = endpoint.substring(SCHEME.length());
    } else if (endpoint.startsWith("unix:")) {
      path = endpoint.substring("unix:".length());
    }
    if (!path.startsWith("/") || path.endsWith("/") || path.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "\"" + endpoint + "\" is not a socket: write it as unix:///run/muster/cri.sock");
    }
    if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
      throw new IllegalArgumentException(
          "\""
              + endpoint
              + "\" is too long: a socket's path has at most "
              + LONGEST_PATH
              + " bytes");
    }
    return Path.of(path);
  }
}
