package dev.muster.node.probes;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * Where a request goes.
 *
 * @param path with the query, if there is one
 */
record Address(boolean secure, String host, int port, String path) {
  Address {
    path = path.startsWith("/") ? path : "/" + path;
  }

  String authority() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  String url() {
    return (secure ? "https://" : "http://") + authority() + path;
  }

  Address insecure() {
    return new Address(false, host, port, path);
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
