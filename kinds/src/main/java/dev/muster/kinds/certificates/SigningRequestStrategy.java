package dev.muster.kinds.certificates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.pki.BadCertificateException;
import dev.muster.pki.CertificateRequest;
import dev.muster.views.CertificatesV1.CertificateSigningRequest;
import dev.muster.views.CertificatesV1.CertificateSigningRequestSpec;
import dev.muster.views.CertificatesV1.MutableCertificateSigningRequest;
import dev.muster.views.CertificatesV1.MutableCertificateSigningRequestStatus;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Certificate signing requests. Who asks is known to the server: it writes the user into the spec
 * before validation. Afterwards only approval and status change.
 */
public final class SigningRequestStrategy extends SpecAndStatus {
  private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();
  private static final String LEGACY = "kubernetes.io/legacy-unknown";
  private static final long SHORTEST = 600;
  private static final List<String> USAGES =
      List.of(
          "any",
          "cert sign",
          "client auth",
          "code signing",
          "content commitment",
          "crl sign",
          "data encipherment",
          "decipher only",
          "digital signature",
          "email protection",
          "encipher only",
          "ipsec end system",
          "ipsec tunnel",
          "ipsec user",
          "key agreement",
          "key encipherment",
          "microsoft sgc",
          "netscape sgc",
          "ocsp signing",
          "s/mime",
          "server auth",
          "signing",
          "timestamping");

  public SigningRequestStrategy() {
    super("certificates/v1.CertificateSigningRequest", false);
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    MutableCertificateSigningRequest.of(object)
        .spec()
        .ensure()
        .tree()
        .remove(List.of("username", "uid", "groups", "extra"));
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    MutableCertificateSigningRequest.of(object)
        .spec()
        .set(CertificateSigningRequest.of(old).spec().tree().deepCopy());
    StatusOnly.keepStatus(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(object, NOTHING, errors);
  }

  /** What was wrong with the old object already may stay so, but for what is signed. */
  private static void validate(ObjectNode object, ObjectNode old, Errors errors) {
    CertificateSigningRequestSpec spec = CertificateSigningRequest.of(object).spec();
    request(spec.request(), errors);
    usages(spec.usages(), CertificateSigningRequest.of(old).spec().usages().texts(), errors);
    At signer = spec.signerName();
    if (signer.text().equals(LEGACY)
        && !CertificateSigningRequest.of(old).spec().signerName().text().equals(LEGACY)) {
      errors.invalid(signer, "the legacy signerName is not allowed via this API version");
    } else {
      References.validateDomainPath(signer, errors);
    }
    At seconds = spec.expirationSeconds();
    if (seconds.present() && seconds.number() < SHORTEST) {
      errors.invalid(seconds, "may not specify a duration less than 600 seconds (10 minutes)");
    }
    SigningRequestConditions.validate(object, old, errors);
    certificate(object, CertificateSigningRequest.of(old), errors);
  }

  private static void request(At request, Errors errors) {
    try {
      var unused = CertificateRequest.parse(bytes(request.node()));
    } catch (BadCertificateException e) {
      if (request.present()) {
        errors.invalid(request, e.getMessage());
      } else {
        errors.invalid(request.path(), "\"\"", e.getMessage());
      }
    }
  }

  private static void usages(At usages, List<String> before, Errors errors) {
    if (usages.size() == 0) {
      errors.required(usages.path(), "");
    }
    if (USAGES.containsAll(before)) {
      for (At usage : usages.each()) {
        if (!USAGES.contains(usage.text())) {
          errors.unsupported(usage, USAGES);
        }
      }
    }
    if (new HashSet<>(before).size() == before.size()) {
      Set<String> seen = new HashSet<>();
      for (At usage : usages.each()) {
        if (!seen.add(usage.text())) {
          errors.duplicate(usage);
        }
      }
    }
  }

  private static void certificate(ObjectNode object, CertificateSigningRequest old, Errors errors) {
    At certificate = CertificateSigningRequest.of(object).status().certificate();
    if (certificate.text().isEmpty()
        || certificate.text().equals(old.status().certificate().text())) {
      return;
    }
    try {
      CertificateBlocks.check(bytes(certificate.node()));
    } catch (BadCertificateException e) {
      errors.invalidText(certificate.path(), "<certificate data>", e.getMessage());
    }
  }

  private static byte[] bytes(JsonNode base64) throws BadCertificateException {
    try {
      return Base64.getDecoder().decode(base64.asText());
    } catch (IllegalArgumentException e) {
      throw new BadCertificateException("not base64", e);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    validate(object, old, errors);
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    ObjectMetas.validateChange(object, old, errors);
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    StatusOnly.keepAllButStatus(object, old);
    if (subresource.equals("approval")) {
      At certificate = CertificateSigningRequest.of(old).status().certificate();
      MutableCertificateSigningRequestStatus status =
          MutableCertificateSigningRequest.of(object).status().ensure();
      if (certificate.absent()) {
        status.certificate().remove();
      } else {
        status.certificate().set(certificate.node());
      }
    } else {
      SigningRequestConditions.keepDecisions(object, CertificateSigningRequest.of(old));
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    validate(object, old, errors);
    SigningRequestConditions.validateChange(object, old, subresource.equals("approval"), errors);
    At certificate = CertificateSigningRequest.of(object).status().certificate();
    String before = CertificateSigningRequest.of(old).status().certificate().text();
    if (!before.isEmpty() && !certificate.text().equals(before)) {
      errors.forbidden(certificate.path(), "updates may not modify existing certificate content");
    }
    ObjectMetas.validateChange(object, old, errors);
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return Names.pathSegment(name, prefix);
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of(
        "spec.signerName", CertificateSigningRequest.of(object).spec().signerName().text());
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("spec.signerName");
  }
}
