package dev.muster.apiserver.authn.config;

import dev.muster.base.go.GoText;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A URL as Go reads it: what rules ask about, or why it is none.
 *
 * @param fault empty if it can be read
 */
record GoUrl(
    String scheme, boolean withUser, String query, String fragment, Optional<String> fault) {
  private static final Pattern SCHEME = Pattern.compile("\\A([a-zA-Z][a-zA-Z0-9+.-]*+):(.*)");
  private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9a-fA-F]{2}).{0,2}");
  private static final Pattern PORT = Pattern.compile("(?::[0-9]*)?");
  private static final Pattern USER = Pattern.compile("[a-zA-Z0-9._~!$&'()*+,;=:%@-]*");
  private static final Pattern NOT_IN_HOST =
      Pattern.compile("[^a-zA-Z0-9._~!$&'()*+,;=:\\[\\]<>\"%\\u0080-\\uffff-]");

  static GoUrl parse(String text) {
    int hash = text.indexOf('#');
    String fragment = hash < 0 ? "" : text.substring(hash + 1);
    String rest = hash < 0 ? text : text.substring(0, hash);
    if (rest.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      return bad(text, "net/url: invalid control character in URL");
    }
    if (rest.startsWith(":")) {
      return bad(text, "missing protocol scheme");
    }
    Matcher withScheme = SCHEME.matcher(rest);
    String scheme = "";
    if (withScheme.matches()) {
      scheme = withScheme.group(1).toLowerCase(Locale.ROOT);
      rest = withScheme.group(2);
    }
    int mark = rest.indexOf('?');
    String query = mark < 0 ? "" : rest.substring(mark + 1);
    rest = mark < 0 ? rest : rest.substring(0, mark);
    if (!rest.startsWith("/")) {
      boolean colon = rest.split("/", 2)[0].contains(":");
      return scheme.isEmpty() && colon
          ? bad(text, "first path segment in URL cannot contain colon")
          : new GoUrl(scheme, false, query, fragment, Optional.empty());
    }
    String authority = "";
    if (rest.startsWith("//")) {
      int slash = rest.indexOf('/', 2);
      authority = rest.substring(2, slash < 0 ? rest.length() : slash);
      rest = slash < 0 ? "" : rest.substring(slash);
    }
    int at = authority.lastIndexOf('@');
    if (at >= 0 && !USER.matcher(authority.substring(0, at)).matches()) {
      return bad(text, "net/url: invalid userinfo");
    }
    Optional<String> fault = hostFault(authority.substring(at + 1)).or(() -> escapeFault(fragment));
    String path = rest;
    return fault
        .or(() -> escapeFault(path))
        .map(why -> bad(text, why))
        .orElse(new GoUrl(scheme, at >= 0, query, fragment, Optional.empty()));
  }

  private static Optional<String> hostFault(String host) {
    int port;
    if (host.startsWith("[")) {
      int end = host.lastIndexOf(']');
      if (end < 0) {
        return Optional.of("missing ']' in host");
      }
      port = end + 1;
    } else {
      int colon = host.lastIndexOf(':');
      port = colon < 0 ? host.length() : colon;
    }
    String after = host.substring(port);
    if (!PORT.matcher(after).matches()) {
      return Optional.of("invalid port " + GoText.quote(after) + " after host");
    }
    Matcher odd = NOT_IN_HOST.matcher(host);
    return odd.find()
        ? Optional.of("invalid character " + GoText.quote(odd.group()) + " in host name")
        : escapeFault(host);
  }

  private static Optional<String> escapeFault(String text) {
    Matcher bad = BAD_ESCAPE.matcher(text);
    return bad.find()
        ? Optional.of("invalid URL escape " + GoText.quote(bad.group()))
        : Optional.empty();
  }

  private static GoUrl bad(String text, String why) {
    return new GoUrl("", false, "", "", Optional.of("parse " + GoText.quote(text) + ": " + why));
  }
}
