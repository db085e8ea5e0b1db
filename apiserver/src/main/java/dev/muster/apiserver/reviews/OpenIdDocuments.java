package dev.muster.apiserver.reviews;

import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;

/** The documents by which others can check our service account tokens. */
public final class OpenIdDocuments {
  public static final String CONFIGURATION_PATH = "/.well-known/openid-configuration";
  public static final String KEY_SET_PATH = "/openid/v1/jwks";

  private final byte[] configuration;
  private final byte[] keySet;

  /** The documents are handed over. */
  public OpenIdDocuments(byte[] configuration, byte[] keySet) {
    this.configuration = configuration;
    this.keySet = keySet;
  }

  public Endpoint configurationEndpoint() {
    return exchange -> respond(exchange, "application/json", configuration);
  }

  public Endpoint keySetEndpoint() {
    return exchange -> respond(exchange, "application/jwk-set+json", keySet);
  }

  private static void respond(Exchange exchange, String contentType, byte[] document) {
    exchange.addHeader("Cache-Control", "public, max-age=3600");
    exchange.respond(200, contentType, document);
  }
}
