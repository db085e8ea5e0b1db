package dev.muster.apiserver.handlers;

import dev.muster.apiserver.request.Query;
import dev.muster.http.Exchange;
import dev.muster.kinds.discovery.Document;
import dev.muster.kinds.openapi.OpenApi;
import java.util.Optional;

/**
 * The OpenAPI documents: version 2 whole, version 3 as an index and one document for each group
 * version.
 */
final class OpenApiDocuments {
  private static final String V3 = "/openapi/v3";
  private static final String PROTOBUF =
      "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
  private static final String FOREVER = "public, immutable";

  private final OpenApi openApi;

  OpenApiDocuments(OpenApi openApi) {
    this.openApi = openApi;
  }

  void addTo(Paths paths) {
    paths.at("/openapi/v2", this::v2);
    paths.under(V3, this::v3);
  }

  /** kubectl asks for the protobuf form, and takes no other. */
  private void v2(Exchange exchange) {
    if (exchange.headers("Accept").stream().allMatch(PROTOBUF::equals)
        && exchange.header("Accept") != null) {
      exchange.addHeader("Vary", "Accept");
      // Go takes no @ in the type of an answer
      exchange.respond(200, PROTOBUF.replace('@', '.'), openApi.v2Protobuf());
    } else {
      send(exchange, openApi.v2());
    }
  }

  private void v3(Exchange exchange) {
    String path = exchange.path().substring(V3.length()).replaceFirst("^/", "");
    if (path.isEmpty()) {
      send(exchange, openApi.v3Index());
      return;
    }
    Optional<Document> document = openApi.v3(path);
    if (document.isEmpty()) {
      Paths.notFound(exchange);
      return;
    }
    String hash = Query.parse(exchange.query()).text("hash");
    if (hash.equals(openApi.v3Hash(path).orElse("")) && !hash.isEmpty()) {
      exchange.addHeader("Cache-Control", FOREVER);
    }
    send(exchange, document.get());
  }

  private static void send(Exchange exchange, Document document) {
    exchange.addHeader("ETag", document.etag());
    exchange.addHeader("Vary", "Accept");
    if (document.etag().equals(exchange.header("If-None-Match"))) {
      exchange.respond(304, "application/json", new byte[0]);
    } else {
      exchange.respond(200, "application/json", document.json());
    }
  }
}
