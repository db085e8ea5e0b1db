package dev.muster.cel;

import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.muster.base.go.GoText;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code url('https://...')} and its parts. */
final class UrlFunctions {
  private static final Typed<URI> URL = Typed.opaque("kubernetes.URL", URI.class);

  private UrlFunctions() {}

  static void addTo(Functions f) {
    f.function("url", "string_to_url", URL, Typed.TEXT, UrlFunctions::url);
    f.function("isURL", "is_url_string", Typed.BOOL, Typed.TEXT, t -> find(t).isPresent());
    f.method("getScheme", "url_get_scheme", Typed.TEXT, URL, u -> text(u.getScheme()));
    f.method("getHost", "url_get_host", Typed.TEXT, URL, UrlFunctions::host);
    f.method("getHostname", "url_get_hostname", Typed.TEXT, URL, UrlFunctions::hostname);
    f.method("getPort", "url_get_port", Typed.TEXT, URL, UrlFunctions::port);
    f.method("getEscapedPath", "url_get_escaped_path", Typed.TEXT, URL, u -> text(u.getRawPath()));
    f.method(
        "getQuery",
        "url_get_query",
        new Typed<>(
            MapType.create(SimpleType.STRING, ListType.create(SimpleType.STRING)), Map.class),
        URL,
        UrlFunctions::query);
  }

  /** Spaces are taken as if they were escaped; only absolute URLs and absolute paths are taken. */
  private static Optional<URI> find(String text) {
    try {
      URI uri = new URI(text.replace(" ", "%20"));
      return uri.isAbsolute() || text.startsWith("/") ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  static boolean is(String text) {
    return find(text).isPresent();
  }

  private static Object url(String text) {
    return find(text)
        .orElseThrow(
            () ->
                new FunctionFault(
                    "URL parse error during conversion from string: parse "
                        + GoText.quote(text)
                        + ": invalid URI for request"));
  }

  private static String text(@org.jspecify.annotations.Nullable String part) {
    return part == null ? "" : part;
  }

  private static String host(URI uri) {
    String authority = text(uri.getRawAuthority());
    return authority.substring(authority.lastIndexOf('@') + 1);
  }

  private static Object hostname(URI uri) {
    String host = text(uri.getHost());
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private static Object port(URI uri) {
    return uri.getPort() < 0 ? "" : Integer.toString(uri.getPort());
  }

  private static Object query(URI uri) {
    Map<String, List<String>> out = new LinkedHashMap<>();
    for (String pair : text(uri.getRawQuery()).split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String key = equals < 0 ? pair : pair.substring(0, equals);
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        out.computeIfAbsent(unescaped(key), k -> new ArrayList<>()).add(unescaped(value));
      }
    }
    return out;
  }

  private static String unescaped(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
