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
    object.withObject("spec").remove(List.of("username", "uid", "groups", "extra"));
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    object.set("spec", old.path("spec").deepCopy());
    StatusOnly.keepStatus(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(object, NOTHING, errors);
  }

  /** What was wrong with the old object already may stay so, but for what is signed. */
  private static void validate(ObjectNode object, ObjectNode old, Errors errors) {
    At spec = At.root(object).get("spec");
    request(spec.get("request"), errors);
    usages(spec.get("usages"), At.root(old).get("spec", "usages").texts(), errors);
    At signer = spec.get("signerName");
    if (signer.text().equals(LEGACY)
        && !old.path("spec").path("signerName").asText().equals(LEGACY)) {
      errors.invalid(signer, "the legacy signerName is not allowed via this API version");
    } else {
      References.validateDomainPath(signer, errors);
    }
    At seconds = spec.get("expirationSeconds");
    if (seconds.present() && seconds.number() < SHORTEST) {
      errors.invalid(seconds, "may not specify a duration less than 600 seconds (10 minutes)");
    }
    SigningRequestConditions.validate(object, old, errors);
    certificate(object, old, errors);
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

  private static void certificate(ObjectNode object, ObjectNode old, Errors errors) {
    At certificate = At.root(object).get("status", "certificate");
    if (certificate.text().isEmpty()
        || certificate.text().equals(old.path("status").path("certificate").asText())) {
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
      JsonNode certificate = old.path("status").get("certificate");
      ObjectNode status = object.withObject("status");
      if (certificate == null) {
        status.remove("certificate");
      } else {
        status.set("certificate", certificate);
      }
    } else {
      SigningRequestConditions.keepDecisions(object, old);
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    validate(object, old, errors);
    SigningRequestConditions.validateChange(object, old, subresource.equals("approval"), errors);
    At certificate = At.root(object).get("status", "certificate");
    String before = old.path("status").path("certificate").asText();
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
    return Map.of("spec.signerName", object.path("spec").path("signerName").asText());
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("spec.signerName");
  }
}
