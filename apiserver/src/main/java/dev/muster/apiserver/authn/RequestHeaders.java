package dev.muster.apiserver.authn;

import dev.muster.authz.User;
import dev.muster.http.Exchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code --requestheader-*}: a proxy that shows a certificate of its own authority says in headers
 * who the client is. From anybody else these headers mean nothing.
 */
public final class RequestHeaders implements Authenticator {
  /**
   * The headers that are looked at.
   *
   * @param username the first of them that is not empty counts; likewise uid
   * @param group all of them count
   * @param extraPrefixes what is behind a prefix is an extra's key
   */
  public record Names(
      List<String> username, List<String> uid, List<String> group, List<String> extraPrefixes) {
    public Names {
      username = List.copyOf(username);
      uid = List.copyOf(uid);
      group = List.copyOf(group);
      extraPrefixes = List.copyOf(extraPrefixes);
    }
  }

  private final ClientCertificates proxies;
  private final Set<String> allowedNames;
  private final Names names;

  /**
   * @param proxies takes certificates of proxies, and of nobody else
   * @param allowedNames common names of proxies; any if there are none
   */
  public RequestHeaders(ClientCertificates proxies, Set<String> allowedNames, Names names) {
    this.proxies = proxies;
    this.allowedNames = new TreeSet<>(allowedNames);
    this.names = names;
  }

  @Override
  public Result authenticate(Exchange exchange) {
    return switch (proxies.authenticate(exchange)) {
      case Result.NoCredentials none -> none;
      case Result.Refused refused -> refused;
      case Result.Authenticated proxy ->
          allowedNames.isEmpty() || allowedNames.contains(proxy.user().name())
              ? client(exchange)
              : new Result.Refused(
                  "x509: subject with cn=" + proxy.user().name() + " is not in the allowed list");
    };
  }

  private Result client(Exchange exchange) {
    String name = first(exchange, names.username());
    if (name.isEmpty()) {
      return new Result.NoCredentials();
    }
    List<String> groups = new ArrayList<>();
    for (String header : names.group()) {
      exchange.headers(header).stream().filter(value -> !value.isEmpty()).forEach(groups::add);
    }
    return new Result.Authenticated(
        new User(name, first(exchange, names.uid()), groups, extra(exchange)));
  }

  private static String first(Exchange exchange, List<String> headers) {
    for (String header : headers) {
      String value = exchange.header(header);
      if (value != null && !value.isEmpty()) {
        return value;
      }
    }
    return "";
  }

  private Map<String, List<String>> extra(Exchange exchange) {
    Map<String, List<String>> extra = new LinkedHashMap<>();
    for (String prefix : names.extraPrefixes()) {
      for (String header : exchange.headerNames()) {
        if (header.regionMatches(true, 0, prefix, 0, prefix.length())) {
          extra
              .computeIfAbsent(key(header.substring(prefix.length())), key -> new ArrayList<>())
              .addAll(exchange.headers(header));
        }
      }
    }
    return extra;
  }

  private static String key(String escaped) {
    String lower = escaped.toLowerCase(Locale.ROOT);
    try {
      return URLDecoder.decode(lower.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return lower;
    }
  }
}
