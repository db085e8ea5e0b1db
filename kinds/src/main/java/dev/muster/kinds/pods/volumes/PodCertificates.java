package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Ids;
import dev.muster.model.names.Labels;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** A key and certificate that the node asks a signer for. */
final class PodCertificates {
  static final List<String> PATHS =
      List.of("credentialBundlePath", "keyPath", "certificateChainPath");
  private static final List<String> KEY_TYPES =
      List.of("RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519");
  private static final long MIN_SECONDS = 3600;
  private static final long MAX_SECONDS = 91 * 86_400;
  private static final long MAX_SECONDS_OF_KUBERNETES_SIGNERS = 86_400;

  private PodCertificates() {}

  /**
   * Checks one source.
   *
   * @param claim takes each path that the source puts a file at
   */
  static void validate(At source, Consumer<String> claim, Errors errors) {
    SignerNames.validate(source.get("signerName"), errors);
    for (var annotation : source.get("userAnnotations").entries()) {
      Labels.validateKey(
          annotation.getKey().toLowerCase(Locale.ROOT),
          source.path().child("userAnnotations"),
          errors);
    }
    Ids.validate(source.get(UserFields.OWN), errors);
    if (!KEY_TYPES.contains(source.text("keyType"))) {
      errors.unsupported(source.get("keyType"), KEY_TYPES);
    }
    lifetime(source, errors);
    boolean anywhere = false;
    for (String field : PATHS) {
      At path = source.get(field);
      if (!path.empty()) {
        anywhere = true;
        LocalPath.nonReserved(path.text(), path.path(), errors);
        claim.accept(path.text());
      }
    }
    if (!anywhere) {
      errors.required(
          source.path(),
          "specify at least one of credentialBundlePath, keyPath, and certificateChainPath");
    }
  }

  private static void lifetime(At source, Errors errors) {
    At seconds = source.get("maxExpirationSeconds");
    if (seconds.absent()) {
      return;
    }
    long most =
        source.text("signerName").startsWith("kubernetes.io/")
            ? MAX_SECONDS_OF_KUBERNETES_SIGNERS
            : MAX_SECONDS;
    if (seconds.number() < MIN_SECONDS) {
      errors.invalid(seconds, "if provided, maxExpirationSeconds must be >= " + MIN_SECONDS);
    }
    if (seconds.number() > most) {
      errors.invalid(seconds, "if provided, maxExpirationSeconds must be <= " + most);
    }
  }
}
