package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Ids;
import dev.muster.model.field.InternalForm;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import java.util.HashSet;
import java.util.Set;

/** Several sources in one directory; no two may claim the same path. */
final class ProjectedSources {
  private static final long MIN_TOKEN_SECONDS = 600;
  private static final long MAX_TOKEN_SECONDS = 1L << 32;

  private final At volume;
  private final Errors errors;
  private final Set<String> paths = new HashSet<>();

  private ProjectedSources(At volume, Errors errors) {
    this.volume = volume;
    this.errors = errors;
  }

  static void validate(At volume, Errors errors) {
    FileModes.validate(volume.get("defaultMode"), errors);
    Ids.validate(volume.get(UserFields.DEFAULT), errors);
    ProjectedSources sources = new ProjectedSources(volume, errors);
    volume.get("sources").each().forEach(sources::source);
  }

  private void source(At source) {
    keys(source.get("secret"));
    keys(source.get("configMap"));
    downward(source.get("downwardAPI"));
    token(source.get("serviceAccountToken"));
    trustBundle(source.get("clusterTrustBundle"));
    certificate(source.get("podCertificate"));
    if (source.size() > 1) {
      errors.forbidden(source.path(), "may not specify more than 1 volume type per source");
    }
  }

  private void keys(At source) {
    if (source.absent()) {
      return;
    }
    Needs.text(source, "name", errors);
    for (At item : source.get("items").each()) {
      KeyItems.validate(item, errors);
      claim(item.text("path"), source.text("name"));
    }
  }

  private void downward(At source) {
    for (At item : source.get("items").each()) {
      DownwardFiles.validate(item, source.path(), errors);
      claim(item.text("path"), item.text("path"));
    }
  }

  /** The path becomes this source's; a second claim is a fault that shows the given value. */
  private void claim(String path, String shown) {
    if (!path.isEmpty() && !paths.add(path)) {
      errors.invalidText(volume.path(), shown, "conflicting duplicate paths");
    }
  }

  private void token(At source) {
    if (source.absent()) {
      return;
    }
    At seconds = source.get("expirationSeconds");
    if (seconds.number() < MIN_TOKEN_SECONDS) {
      errors.invalid(seconds, "may not specify a duration less than 10 minutes");
    }
    if (seconds.number() > MAX_TOKEN_SECONDS) {
      errors.invalid(seconds, "may not specify a duration larger than 2^32 seconds");
    }
    Path at = volume.path().child("path");
    String path = source.text("path");
    if (path.isEmpty()) {
      errors.required(at, "");
    } else {
      LocalPath.nonReserved(path, at, errors);
    }
    Ids.validate(source.get(UserFields.OWN), errors);
  }

  private void trustBundle(At source) {
    if (source.absent()) {
      return;
    }
    At name = source.get("name");
    At signer = source.get("signerName");
    if (name.present() && signer.present()) {
      errors.invalid(
          source.path(),
          InternalForm.of("core.ClusterTrustBundleProjection", source.node()),
          "only one of name and signerName may be used");
    } else if (name.present()) {
      namedBundle(source, name);
    } else if (signer.present()) {
      if (signer.empty()) {
        errors.required(signer.path(), "must be a valid signer name");
      }
      SignerNames.validate(signer, errors);
      Labels.validateSelector(source.get("labelSelector"), errors);
    } else {
      errors.required(source.path(), "either name or signerName must be specified");
    }
    Needs.text(source, "path", errors);
    Ids.validate(source.get(UserFields.OWN), errors);
    String path = source.text("path");
    LocalPath.nonReserved(path, source.get("path").path(), errors);
    if (!paths.add(path)) {
      errors.invalidText(volume.path(), path, "conflicting duplicate paths");
    }
  }

  private void namedBundle(At source, At name) {
    if (name.empty()) {
      errors.required(name.path(), "must be a valid object name");
    }
    SignerNames.trustBundle(name.text())
        .forEach(f -> errors.invalid(name, "not a valid clustertrustbundlename: " + f));
    At selector = source.get("labelSelector");
    if (selector.present()) {
      errors.invalid(
          selector.path(),
          InvalidValue.of(selector.node()),
          "labelSelector must be unset if name is specified");
    }
  }

  private void certificate(At source) {
    if (source.present()) {
      PodCertificates.validate(source, path -> claim(path, path), errors);
    }
  }
}
