package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Ids;
import dev.muster.model.names.Labels;
import dev.muster.views.CoreV1.PodCertificateProjection;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** A key and certificate that the node asks a signer for. */
final class PodCertificates {
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
  static void validate(PodCertificateProjection source, Consumer<String> claim, Errors errors) {
    SignerNames.validate(source.signerName(), errors);
    for (var annotation : source.userAnnotations().entries()) {
      Labels.validateKey(
          annotation.getKey().toLowerCase(Locale.ROOT), source.userAnnotations().path(), errors);
    }
    Ids.validate(source.user(), errors);
    if (!KEY_TYPES.contains(source.keyType().text())) {
      errors.unsupported(source.keyType(), KEY_TYPES);
    }
    lifetime(source, errors);
    boolean anywhere = false;
    for (At path : paths(source)) {
      if (!path.empty()) {
        anywhere = true;
        LocalPath.nonReserved(path.text(), path.path(), errors);
        claim.accept(path.text());
      }
    }
    if (!anywhere) {
      errors.required(
          source.at().path(),
          "specify at least one of credentialBundlePath, keyPath, and certificateChainPath");
    }
  }

  /** Where its files are to stand, each of which may be left open. */
  static List<At> paths(PodCertificateProjection source) {
    return List.of(source.credentialBundlePath(), source.keyPath(), source.certificateChainPath());
  }

  private static void lifetime(PodCertificateProjection source, Errors errors) {
    At seconds = source.maxExpirationSeconds();
    if (seconds.absent()) {
      return;
    }
    long most =
        source.signerName().text().startsWith("kubernetes.io/")
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
