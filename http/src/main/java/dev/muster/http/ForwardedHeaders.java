package dev.muster.http;

import dev.muster.client.http.Header;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which headers go on to somebody else.
 *
 * <p>INVARIANT: what proves to this server who the client is, or says whom it acts for, goes to
 * nobody.
 */
public final class ForwardedHeaders {
  /** Of a connection, not of what is said on it. */
  private static final Set<String> HOP_BY_HOP =
      Set.of(
          "connection",
          "proxy-connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  /** For this server, or written anew. */
  private static final Set<String> OWN =
      Set.of("host", "authorization", "content-length", "expect");

  private static final List<String> OWN_PREFIXES = List.of("impersonate-", "x-remote-");
  private static final String TOKEN_PROTOCOL = "base64url.bearer.authorization.k8s.io.";
  private static final String FORWARDED_FOR = "x-forwarded-for";
  private static final Set<String> ANSWERS_OWN =
      Set.of(
          "content-length",
          "content-type",
          "access-control-allow-credentials",
          "access-control-allow-headers",
          "access-control-allow-methods",
          "access-control-allow-origin");

  private ForwardedHeaders() {}

  /** Of a request; with those that change the connection's protocol if the client wants that. */
  public static List<Header> of(Exchange exchange) {
    Set<String> listed = listed(exchange.headers("Connection"));
    List<Header> headers = new ArrayList<>();
    for (String name : exchange.headerNames()) {
      String lower = name.toLowerCase(Locale.ROOT);
      if (HOP_BY_HOP.contains(lower)
          || listed.contains(lower)
          || OWN.contains(lower)
          || lower.equals(FORWARDED_FOR)
          || OWN_PREFIXES.stream().anyMatch(lower::startsWith)) {
        continue;
      }
      for (String value : exchange.headers(name)) {
        if (lower.equals("sec-websocket-protocol")) {
          addProtocols(name, value, headers);
        } else {
          headers.add(new Header(name, value));
        }
      }
    }
    addForwardedFor(exchange, listed, headers);
    if (upgrades(exchange)) {
      headers.add(new Header("Connection", "Upgrade"));
      exchange.headers("Upgrade").forEach(to -> headers.add(new Header("Upgrade", to)));
    }
    return headers;
  }

  /** Whether the client wants to change the protocol of its connection, and says so twice. */
  public static boolean upgrades(Exchange exchange) {
    return exchange.wantsUpgrade() && listed(exchange.headers("Connection")).contains("upgrade");
  }

  /** Of an answer; its length and type are written anew. */
  public static List<Header> of(List<Header> answer) {
    Set<String> listed =
        listed(answer.stream().filter(h -> h.is("Connection")).map(Header::value).toList());
    return answer.stream()
        .filter(
            header -> {
              String lower = header.name().toLowerCase(Locale.ROOT);
              return !HOP_BY_HOP.contains(lower)
                  && !listed.contains(lower)
                  && !ANSWERS_OWN.contains(lower);
            })
        .toList();
  }

  private static Set<String> listed(List<String> connection) {
    Set<String> names = new HashSet<>();
    for (String value : connection) {
      for (String name : value.split(",")) {
        names.add(name.strip().toLowerCase(Locale.ROOT));
      }
    }
    return names;
  }

  private static void addForwardedFor(Exchange exchange, Set<String> listed, List<Header> to) {
    List<String> all = new ArrayList<>();
    if (!listed.contains(FORWARDED_FOR)) {
      all.addAll(exchange.headers(FORWARDED_FOR));
    }
    all.add(exchange.remoteAddress());
    to.add(new Header("X-Forwarded-For", String.join(", ", all)));
  }

  /** Browsers send tokens as the name of a protocol: those are this server's. */
  private static void addProtocols(String header, String value, List<Header> to) {
    List<String> protocols = new ArrayList<>();
    for (String protocol : value.split(",")) {
      if (!protocol.strip().toLowerCase(Locale.ROOT).startsWith(TOKEN_PROTOCOL)) {
        protocols.add(protocol.strip());
      }
    }
    if (!protocols.isEmpty()) {
      to.add(new Header(header, String.join(", ", protocols)));
    }
  }
}
