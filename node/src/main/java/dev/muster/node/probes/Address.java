package dev.muster.node.probes;

import dev.muster.client.http.Escaped;
import dev.muster.client.http.OutgoingHead;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * Where a request goes.
 *
 * @param target path and query, escaped
 */
record Address(boolean secure, String host, int port, String target) {
  Address {
    target = Escaped.target(target);
  }

  /** Whether its host can be somebody's name or address. */
  boolean isWellFormed() {
    return !host.isEmpty() && OutgoingHead.isHost(host);
  }

  String authority() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  String url() {
    return (secure ? "https://" : "http://") + authority() + target;
  }

  Address insecure() {
    return new Address(false, host, port, target);
  }

  /** Where a redirection leads from here. */
  Address redirected(String location) throws URISyntaxException {
    URI to = new URI(url()).resolve(new URI(location));
    if (to.getHost() == null) {
      throw new URISyntaxException(location, "no host in it");
    }
    boolean https = "https".equalsIgnoreCase(to.getScheme());
    int given = to.getPort();
    return new Address(
        https,
        to.getHost().replaceAll("[\\[\\]]", ""),
        given >= 0 ? given : https ? 443 : 80,
        to.getRawPath() + (to.getRawQuery() == null ? "" : "?" + to.getRawQuery()));
  }
}
