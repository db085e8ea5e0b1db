package dev.muster.apiserver.controllers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.muster.authz.User;
import dev.muster.kinds.certificates.Signers;
import dev.muster.model.field.At;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.pki.BadCertificateException;
import dev.muster.pki.CertificateRequest;
import dev.muster.views.CertificatesV1.MutableCertificateSigningRequest;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.Optional;

/**
 * Signs what was approved for one of Kubernetes' own signers. INVARIANT: it makes no member of
 * {@code system:masters}, whatever admission let through.
 */
final class CertificateSigner implements Controller {
  private static final Duration LONGEST = Duration.ofDays(365);
  private static final Duration SHORTEST = Duration.ofMinutes(10);

  private final Writer writer;
  private final Kind requests;
  private final CertificateIssuer issuer;

  CertificateSigner(Writer writer, Kinds kinds, CertificateIssuer issuer) {
    this.writer = writer;
    this.requests = SigningRequest.kind(kinds);
    this.issuer = issuer;
  }

  @Override
  public String name() {
    return "certificatesigningrequest-signing-controller";
  }

  @Override
  public Collection<String> keysFor(Change change) {
    return SigningRequest.keys(requests, change);
  }

  @Override
  public Sync sync(String name) {
    SigningRequest.find(writer, requests, name)
        .filter(found -> found.certificate().isEmpty())
        .filter(found -> found.has("Approved") && !found.has("Denied") && !found.has("Failed"))
        .ifPresent(found -> Signers.of(found.signerName()).ifPresent(s -> sign(name, found, s)));
    return Sync.DONE;
  }

  private void sign(String name, SigningRequest asked, Signers signer) {
    try {
      CertificateRequest request = asked.request();
      Optional<String> fault = signer.fault(request, asked.usages());
      if (fault.isPresent() || request.organizations().contains(User.MASTERS)) {
        fail(name, fault.orElse("subject organization " + User.MASTERS + " is not signed for"));
        return;
      }
      String pem = issuer.sign(request, asked.usages(), life(asked));
      writer.change(
          requests,
          "",
          name,
          "status",
          object ->
              MutableCertificateSigningRequest.of(object)
                  .status()
                  .ensure()
                  .certificate(Base64.getEncoder().encodeToString(pem.getBytes(US_ASCII))));
    } catch (BadCertificateException e) {
      fail(name, e.getMessage());
    }
  }

  private void fail(String name, String why) {
    writer.change(
        requests,
        "",
        name,
        "status",
        object -> SigningRequest.addCondition(object, "Failed", "SignerValidationFailure", why));
  }

  private static Duration life(SigningRequest asked) {
    At seconds = asked.object().spec().expirationSeconds();
    if (seconds.absent()) {
      return LONGEST;
    }
    Duration life = Duration.ofSeconds(seconds.number());
    if (life.compareTo(LONGEST) > 0) {
      return LONGEST;
    }
    return life.compareTo(SHORTEST) < 0 ? SHORTEST : life;
  }
}
