package dev.muster.cli.user;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.kinds.certificates.Signers;
import dev.muster.pki.Pem;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Has a request for a client certificate approved and signed by a cluster. */
final class SigningRequests {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PATH = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int LONGEST_ANSWER = 1 << 20;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);

  private final RemoteServer server;

  SigningRequests(RemoteServer server) {
    this.server = server;
  }

  /**
   * @param request a certificate request as PEM
   * @throws IOException with what the server said, or that nobody has signed
   */
  X509Certificate sign(String user, String request, Duration life)
      throws IOException, InterruptedException {
    JsonNode made = send("POST", PATH, body(user, request, life));
    String path = PATH + "/" + made.at("/metadata/name").asText();
    ObjectNode approved = (ObjectNode) made;
    approved
        .withObject("status")
        .withArray("conditions")
        .addObject()
        .put("type", "Approved")
        .put("status", "True")
        .put("reason", "MusterUserAdd")
        .put("message", "approved by muster user add");
    return certificate(path, send("PUT", path + "/approval", approved));
  }

  private static ObjectNode body(String user, String request, Duration life) {
    ObjectNode body = JSON.createObjectNode();
    body.put("apiVersion", "certificates.k8s.io/v1").put("kind", "CertificateSigningRequest");
    body.putObject("metadata")
        .put("generateName", "user-")
        .putObject("annotations")
        .put("muster.dev/user", user);
    ObjectNode spec = body.putObject("spec");
    spec.put("request", Base64.getEncoder().encodeToString(request.getBytes(US_ASCII)));
    spec.put("signerName", Signers.CLIENT.signerName());
    spec.put("expirationSeconds", Math.min(life.toSeconds(), Integer.MAX_VALUE));
    spec.putArray("usages").add("digital signature").add("client auth");
    return body;
  }

  /** Looks until it is there, less and less often. */
  private X509Certificate certificate(String path, JsonNode approved)
      throws IOException, InterruptedException {
    JsonNode current = approved;
    Duration waited = Duration.ZERO;
    for (Duration pause = FIRST_PAUSE;
        waited.compareTo(TIMEOUT) < 0;
        pause = pause.multipliedBy(2)) {
      String pem = current.at("/status/certificate").asText();
      if (!pem.isEmpty()) {
        String text = new String(Base64.getDecoder().decode(pem), UTF_8);
        return Pem.certificates(text, Path.of(path), "ask again").getFirst();
      }
      for (JsonNode condition : current.at("/status/conditions")) {
        if (condition.path("type").asText().equals("Failed")) {
          throw new IOException("not signed: " + condition.path("message").asText());
        }
      }
      Thread.sleep(pause);
      waited = waited.plus(pause);
      current = send("GET", path, null);
    }
    throw new IOException(
        "approved, but nobody has signed it: does the cluster run the controller"
            + " certificatesigningrequest-signing-controller?");
  }

  private JsonNode send(String method, String path, @Nullable JsonNode body)
      throws IOException, InterruptedException {
    RemoteServer.Answer answer =
        server.send(
            method,
            path,
            body == null ? null : JSON.writeValueAsBytes(body),
            TIMEOUT,
            LONGEST_ANSWER);
    JsonNode said = JSON.readTree(answer.body());
    if (answer.code() >= 300) {
      throw new IOException(said.path("message").asText("the server answered " + answer.code()));
    }
    return said;
  }
}
