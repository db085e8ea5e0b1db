package dev.muster.client.http;

import dev.muster.base.go.GoText;
import java.net.ProtocolException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Foreign text as parts of a request's target. */
public final class Escaped {
  private static final String PLAIN_MARKS = "-_.~";
  private static final String PATH_MARKS = PLAIN_MARKS + "$&+,/:;=@!'()*[]";
  private static final String QUERY_MARKS = PATH_MARKS + "?";

  private Escaped() {}

  /**
   * A name as one segment of a path.
   *
   * @throws ProtocolException in client-go's words, if it could be more than that
   */
  public static String segment(String name) throws ProtocolException {
    List<String> problems = new ArrayList<>();
    if (name.equals(".") || name.equals("..")) {
      problems.add("may not be '" + name + "'");
    }
    for (String mark : List.of("/", "%")) {
      if (name.contains(mark)) {
        problems.add("may not contain '" + mark + "'");
      }
    }
    if (!problems.isEmpty()) {
      throw new ProtocolException("invalid resource name " + GoText.quote(name) + ": " + problems);
    }
    return escaped(name, PLAIN_MARKS, false);
  }

  /**
   * An address for {@link java.net.http.HttpClient}.
   *
   * @throws ProtocolException if it is none
   */
  public static URI uri(String address) throws ProtocolException {
    try {
      URI uri = new URI(address);
      if (uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // told below
    }
    throw new ProtocolException("parse " + GoText.quote(address) + ": invalid address");
  }

  /** The value of a query's {@code fieldSelector} that asks for one value of one field. */
  public static String fieldSelector(String field, String value) {
    String literal = value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
    return escaped(field + "=" + literal, PLAIN_MARKS, false);
  }

  /** A decoded path: nothing in it begins a query or a line. */
  public static String path(String decoded) {
    return slashed(escaped(decoded, PATH_MARKS, false));
  }

  /**
   * A path, perhaps with a query, as somebody wrote it: escapes stay, a fragment is left out, and
   * what cannot stand in a request is escaped. One with control characters or broken escapes is
   * taken for a mere path, as Kubernetes does.
   */
  public static String target(String written) {
    if (written.chars().anyMatch(c -> c < ' ' || c == 0x7f) || hasBrokenEscape(written)) {
      return slashed(escaped(written, PATH_MARKS, false));
    }
    int hash = written.indexOf('#');
    String whole = hash < 0 ? written : written.substring(0, hash);
    int mark = whole.indexOf('?');
    String path = mark < 0 ? whole : whole.substring(0, mark);
    String query = mark < 0 ? "" : "?" + escaped(whole.substring(mark + 1), QUERY_MARKS, true);
    return slashed(escaped(path, PATH_MARKS, true)) + query;
  }

  private static String slashed(String path) {
    return path.startsWith("/") ? path : "/" + path;
  }

  private static boolean hasBrokenEscape(String text) {
    for (int i = text.indexOf('%'); i >= 0; i = text.indexOf('%', i + 1)) {
      if (i + 2 >= text.length() || !isHex(text.charAt(i + 1)) || !isHex(text.charAt(i + 2))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHex(char c) {
    return c < 0x80 && Character.digit(c, 16) >= 0;
  }

  private static String escaped(String text, String marks, boolean keepEscapes) {
    StringBuilder out = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || marks.indexOf(c) >= 0);
      if (plain || keepEscapes && c == '%') {
        out.append(c);
      } else {
        out.append("%%%02X".formatted((int) c));
      }
    }
    return out.toString();
  }
}
