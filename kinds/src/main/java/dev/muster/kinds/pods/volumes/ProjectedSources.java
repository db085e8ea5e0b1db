package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Ids;
import dev.muster.model.field.InternalForm;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.views.CoreV1.ClusterTrustBundleProjection;
import dev.muster.views.CoreV1.ConfigMapProjection;
import dev.muster.views.CoreV1.DownwardAPIProjection;
import dev.muster.views.CoreV1.DownwardAPIVolumeFile;
import dev.muster.views.CoreV1.KeyToPath;
import dev.muster.views.CoreV1.PodCertificateProjection;
import dev.muster.views.CoreV1.ProjectedVolumeSource;
import dev.muster.views.CoreV1.SecretProjection;
import dev.muster.views.CoreV1.ServiceAccountTokenProjection;
import dev.muster.views.CoreV1.VolumeProjection;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.View;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.Set;

/** Several sources in one directory; no two may claim the same path. */
final class ProjectedSources {
  private static final long MIN_TOKEN_SECONDS = 600;
  private static final long MAX_TOKEN_SECONDS = 1L << 32;

  private final ProjectedVolumeSource volume;
  private final Errors errors;
  private final Set<String> paths = new HashSet<>();

  private ProjectedSources(ProjectedVolumeSource volume, Errors errors) {
    this.volume = volume;
    this.errors = errors;
  }

  static void validate(ProjectedVolumeSource volume, Errors errors) {
    FileModes.validate(volume.defaultMode(), errors);
    Ids.validate(volume.defaultUser(), errors);
    ProjectedSources sources = new ProjectedSources(volume, errors);
    volume.sources().forEach(sources::source);
  }

  private void source(VolumeProjection source) {
    SecretProjection secret = source.secret();
    keys(secret, secret.name(), secret.items());
    ConfigMapProjection configMap = source.configMap();
    keys(configMap, configMap.name(), configMap.items());
    downward(source.downwardAPI());
    token(source.serviceAccountToken());
    trustBundle(source.clusterTrustBundle());
    certificate(source.podCertificate());
    if (source.at().size() > 1) {
      errors.forbidden(source.at().path(), "may not specify more than 1 volume type per source");
    }
  }

  private void keys(View source, At name, ViewList<KeyToPath> items) {
    if (source.absent()) {
      return;
    }
    Needs.text(name, errors);
    for (KeyToPath item : items) {
      KeyItems.validate(item, errors);
      claim(item.path().text(), name.text());
    }
  }

  private void downward(DownwardAPIProjection source) {
    for (DownwardAPIVolumeFile item : source.items()) {
      DownwardFiles.validate(item, source.at().path(), errors);
      claim(item.path().text(), item.path().text());
    }
  }

  /** The path becomes this source's; a second claim is a fault that shows the given value. */
  private void claim(String path, String shown) {
    if (!path.isEmpty() && !paths.add(path)) {
      errors.invalidText(volume.at().path(), shown, "conflicting duplicate paths");
    }
  }

  private void token(ServiceAccountTokenProjection source) {
    if (source.absent()) {
      return;
    }
    At seconds = source.expirationSeconds();
    if (seconds.number() < MIN_TOKEN_SECONDS) {
      errors.invalid(seconds, "may not specify a duration less than 10 minutes");
    }
    if (seconds.number() > MAX_TOKEN_SECONDS) {
      errors.invalid(seconds, "may not specify a duration larger than 2^32 seconds");
    }
    Path at = volume.at().path().child("path");
    String path = source.path().text();
    if (path.isEmpty()) {
      errors.required(at, "");
    } else {
      LocalPath.nonReserved(path, at, errors);
    }
    Ids.validate(source.user(), errors);
  }

  private void trustBundle(ClusterTrustBundleProjection source) {
    if (source.absent()) {
      return;
    }
    At name = source.name();
    At signer = source.signerName();
    if (name.present() && signer.present()) {
      errors.invalid(
          source.at().path(),
          InternalForm.of("core.ClusterTrustBundleProjection", source.tree()),
          "only one of name and signerName may be used");
    } else if (name.present()) {
      namedBundle(source, name);
    } else if (signer.present()) {
      if (signer.empty()) {
        errors.required(signer.path(), "must be a valid signer name");
      }
      SignerNames.validate(signer, errors);
      Labels.validateSelector(source.labelSelector().at(), errors);
    } else {
      errors.required(source.at().path(), "either name or signerName must be specified");
    }
    Needs.text(source.path(), errors);
    Ids.validate(source.user(), errors);
    String path = source.path().text();
    LocalPath.nonReserved(path, source.path().path(), errors);
    if (!paths.add(path)) {
      errors.invalidText(volume.at().path(), path, "conflicting duplicate paths");
    }
  }

  private void namedBundle(ClusterTrustBundleProjection source, At name) {
    if (name.empty()) {
      errors.required(name.path(), "must be a valid object name");
    }
    SignerNames.trustBundle(name.text())
        .forEach(f -> errors.invalid(name, "not a valid clustertrustbundlename: " + f));
    LabelSelector selector = source.labelSelector();
    if (selector.present()) {
      errors.invalid(
          selector.at().path(),
          InvalidValue.of(selector.tree()),
          "labelSelector must be unset if name is specified");
    }
  }

  private void certificate(PodCertificateProjection source) {
    if (source.present()) {
      PodCertificates.validate(source, path -> claim(path, path), errors);
    }
  }
}
