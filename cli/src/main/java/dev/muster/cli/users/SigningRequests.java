package dev.muster.cli.users;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.kinds.certificates.Signers;
import dev.muster.pki.Pem;
import dev.muster.views.CertificatesV1.CertificateSigningRequest;
import dev.muster.views.CertificatesV1.CertificateSigningRequestCondition;
import dev.muster.views.CertificatesV1.CertificateSigningRequestStatus;
import dev.muster.views.CertificatesV1.MutableCertificateSigningRequest;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;

/** Has a request for a client certificate approved and signed by a cluster. */
final class SigningRequests {
  private static final String PATH = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);

  private final ApiClient client;

  SigningRequests(ApiClient client) {
    this.client = client;
  }

  /**
   * @param request a certificate request as PEM
   * @throws IOException with what the server said, or that nobody has signed
   */
  X509Certificate sign(String user, String request, Duration life)
      throws IOException, InterruptedException {
    var made = MutableCertificateSigningRequest.of(client.create(PATH, body(user, request, life)));
    String path = PATH + "/" + made.reading().metadata().name().text();
    made.status()
        .ensure()
        .conditions()
        .add()
        .type("Approved")
        .status("True")
        .reason("MusterUserAdd")
        .message("approved by muster user add");
    return certificate(path, client.replace(path + "/approval", made.tree()));
  }

  private static ObjectNode body(String user, String request, Duration life) {
    var body =
        MutableCertificateSigningRequest.create()
            .apiVersion("certificates.k8s.io/v1")
            .kind("CertificateSigningRequest");
    MutableObjectMeta metadata = body.metadata().ensure().generateName("user-");
    metadata.annotations().map().put("muster.dev/user", user);
    body.spec()
        .ensure()
        .request(Base64.getEncoder().encodeToString(request.getBytes(US_ASCII)))
        .signerName(Signers.CLIENT.signerName())
        .expirationSeconds(Math.min(life.toSeconds(), Integer.MAX_VALUE))
        .usages()
        .list()
        .add("digital signature")
        .add("client auth");
    return body.tree();
  }

  /** Looks until it is there, less and less often. */
  private X509Certificate certificate(String path, JsonNode approved)
      throws IOException, InterruptedException {
    JsonNode current = approved;
    Duration waited = Duration.ZERO;
    for (Duration pause = FIRST_PAUSE;
        waited.compareTo(TIMEOUT) < 0;
        pause = pause.multipliedBy(2)) {
      CertificateSigningRequestStatus status = CertificateSigningRequest.of(current).status();
      String pem = status.certificate().text();
      if (!pem.isEmpty()) {
        String text = new String(Base64.getDecoder().decode(pem), UTF_8);
        return Pem.certificates(text, Path.of(path), "ask again").getFirst();
      }
      for (CertificateSigningRequestCondition condition : status.conditions()) {
        if (condition.type().text().equals("Failed")) {
          throw new IOException("not signed: " + condition.message().text());
        }
      }
      Thread.sleep(pause);
      waited = waited.plus(pause);
      current = client.get(path);
    }
    throw new IOException(
        "approved, but nobody has signed it: does the cluster run the controller"
            + " certificatesigningrequest-signing-controller?");
  }
}
