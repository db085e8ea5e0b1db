package dev.muster.cli.console;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.Optional;

/**
 * Whether a request comes from the page that this server handed out. Other pages in the same
 * browser, and names that were pointed at this machine, are told apart by what browsers say of
 * themselves; other users of the machine, by the token that they do not have.
 */
final class Visitor {
  private final List<String> hosts;

  Visitor(int port) {
    this.hosts = List.of("127.0.0.1:" + port, "localhost:" + port);
  }

  /** Why the request is not answered; empty if it may be. */
  Optional<String> objection(Headers headers) {
    List<String> host = headers.getOrDefault("Host", List.of());
    if (host.size() != 1 || !hosts.contains(host.getFirst())) {
      return Optional.of("this server is 127.0.0.1, whatever else its name may be");
    }
    List<String> origin = headers.getOrDefault("Origin", List.of());
    if (origin.size() > 1
        || origin.size() == 1 && !origin.getFirst().equals("http://" + host.getFirst())) {
      return Optional.of("pages of another origin have no business here");
    }
    List<String> site = headers.getOrDefault("Sec-Fetch-Site", List.of("none"));
    if (!site.equals(List.of("none")) && !site.equals(List.of("same-origin"))) {
      return Optional.of("pages of another site have no business here");
    }
    return Optional.empty();
  }
}
