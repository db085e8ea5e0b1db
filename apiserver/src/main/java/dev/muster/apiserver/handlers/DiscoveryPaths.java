package dev.muster.apiserver.handlers;

import dev.muster.apiserver.request.Accept;
import dev.muster.http.Exchange;
import dev.muster.kinds.discovery.Discovery;
import dev.muster.kinds.discovery.Document;
import dev.muster.model.codec.MediaType;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.util.LinkedHashSet;
import java.util.Set;

/** The documents that tell clients what is served. They are encoded once. */
final class DiscoveryPaths {
  private static final String AGGREGATED = "APIGroupDiscoveryList";
  private static final String AGGREGATED_TYPE =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=" + AGGREGATED;

  private final Discovery discovery;

  DiscoveryPaths(Discovery discovery) {
    this.discovery = discovery;
  }

  void addTo(Paths paths, Kinds kinds) {
    paths.reading("/api", exchange -> root(exchange, discovery.api(), discovery.aggregatedApi()));
    paths.reading(
        "/apis", exchange -> root(exchange, discovery.apis(), discovery.aggregatedApis()));
    Set<String> groups = new LinkedHashSet<>();
    Set<String> versions = new LinkedHashSet<>();
    for (Kind kind : kinds.all()) {
      groups.add(kind.group());
      versions.add(kind.apiVersion());
    }
    Set<String> builtIn = new LinkedHashSet<>();
    for (Kind kind : kinds.all()) {
      if (kind.type().content() == null) {
        builtIn.add(kind.group());
      }
    }
    groups.stream().filter(group -> !builtIn.contains(group)).forEach(paths::custom);
    for (String group : groups) {
      discovery
          .group(group)
          .ifPresent(
              document -> paths.reading("/apis/" + group, exchange -> plain(exchange, document)));
    }
    for (String version : versions) {
      String path = version.contains("/") ? "/apis/" + version : "/api/" + version;
      discovery
          .resources(version)
          .ifPresent(document -> paths.reading(path, exchange -> plain(exchange, document)));
    }
  }

  private static void root(Exchange exchange, Document plain, Document aggregated) {
    Accept accept =
        Accept.of(
            exchange.headers("Accept"),
            (format, as, group, version) ->
                format != MediaType.PROTOBUF
                    && (as.isEmpty()
                        || as.equals(AGGREGATED)
                            && group.equals("apidiscovery.k8s.io")
                            && version.equals("v2")));
    if (accept.as().isEmpty()) {
      exchange.addHeader("Vary", "Accept");
      send(exchange, accept, plain, accept.contentType());
    } else {
      exchange.addHeader("Vary", "Accept");
      send(exchange, accept, aggregated, AGGREGATED_TYPE);
    }
  }

  private static void plain(Exchange exchange, Document document) {
    Accept accept =
        Accept.of(
            exchange.headers("Accept"),
            (format, as, group, version) -> format != MediaType.PROTOBUF && as.isEmpty());
    send(exchange, accept, document, accept.contentType());
  }

  /** A client that already has the document gets only that news. */
  private static void send(
      Exchange exchange, Accept accept, Document document, String contentType) {
    exchange.addHeader("ETag", document.etag());
    if (document.etag().equals(exchange.header("If-None-Match"))) {
      exchange.respond(304, contentType, new byte[0]);
    } else {
      exchange.respond(200, contentType, accept.yaml() ? document.yaml() : document.json());
    }
  }
}
