package dev.muster.client.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.pki.Identity;
import dev.muster.pki.PkiException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * What a credential plugin printed. Never prints it.
 *
 * @param token empty for none
 * @param expires when it has to be asked again; empty for never
 */
record ExecCredential(String token, Optional<Identity> identity, Optional<Instant> expires) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads it.
   *
   * @throws IOException in client-go's words, if it is nothing of use
   */
  static ExecCredential read(byte[] printed, String apiVersion) throws IOException {
    JsonNode tree;
    try {
      tree = JSON.readTree(printed);
    } catch (IOException e) {
      // the parser's words would quote what was printed, which may be a secret
      throw new IOException("decoding stdout: it is not JSON");
    }
    String given = tree.path("apiVersion").asText();
    if (!tree.path("kind").asText().equals("ExecCredential") || !given.equals(apiVersion)) {
      throw new IOException(
          "exec plugin is configured to use API version %s, plugin returned version %s"
              .formatted(apiVersion, given));
    }
    JsonNode status = tree.path("status");
    if (!status.isObject()) {
      throw new IOException("exec plugin didn't return a status field");
    }
    String token = status.path("token").asText();
    String certificate = status.path("clientCertificateData").asText();
    String key = status.path("clientKeyData").asText();
    if (token.isEmpty() && certificate.isEmpty() && key.isEmpty()) {
      throw new IOException("exec plugin didn't return a token or cert/key pair");
    }
    if (certificate.isEmpty() != key.isEmpty()) {
      throw new IOException("exec plugin returned only certificate or key, not both");
    }
    if (token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new IOException("exec plugin returned a token that a header cannot carry");
    }
    return new ExecCredential(token, identity(certificate, key), expires(status));
  }

  private static Optional<Identity> identity(String certificate, String key) throws IOException {
    if (certificate.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          Identity.ofPem(
              certificate, Path.of("clientCertificateData"), key, Path.of("clientKeyData")));
    } catch (PkiException e) {
      throw new IOException("failed parsing client key/certificate: " + e.getMessage(), e);
    }
  }

  private static Optional<Instant> expires(JsonNode status) throws IOException {
    String text = status.path("expirationTimestamp").asText("");
    if (text.isEmpty() || text.equals("null")) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      throw new IOException("decoding stdout: expirationTimestamp is not a time", e);
    }
  }

  @Override
  public String toString() {
    return "ExecCredential[...]";
  }
}
