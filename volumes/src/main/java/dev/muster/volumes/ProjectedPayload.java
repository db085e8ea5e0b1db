package dev.muster.volumes;

import dev.muster.model.field.At;
import dev.muster.views.CoreV1.ClusterTrustBundleProjection;
import dev.muster.views.CoreV1.ConfigMapProjection;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.ProjectedVolumeSource;
import dev.muster.views.CoreV1.SecretProjection;
import dev.muster.views.CoreV1.ServiceAccountTokenProjection;
import dev.muster.views.CoreV1.VolumeProjection;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.Map;
import java.util.TreeMap;

/** Several sources as one volume; where two give a path, the later one counts. */
final class ProjectedPayload {
  private static final int OF_ONE_USER = 0600;
  private static final long AN_HOUR = 3600;

  private final Sources sources;
  private final Pod pod;
  private final FileDefaults defaults;

  ProjectedPayload(Sources sources, Pod pod, FileDefaults defaults) {
    this.sources = sources;
    this.pod = pod;
    this.defaults = defaults;
  }

  Map<String, ProjectedFile> of(ProjectedVolumeSource projected) throws VolumeException {
    Map<String, ProjectedFile> files = new TreeMap<>();
    VolumeProblems problems = new VolumeProblems();
    for (VolumeProjection source : projected.sources()) {
      problems.collect(() -> files.putAll(one(source)));
    }
    problems.throwIfAny();
    return files;
  }

  private Map<String, ProjectedFile> one(VolumeProjection source) throws VolumeException {
    String namespace = pod.metadata().namespace().text();
    if (source.secret().present()) {
      SecretProjection secret = source.secret();
      KeyPayload keys = new KeyPayload(secret.items(), secret.optional().truth(), defaults);
      return keys.secret(sources, namespace, secret.name().text());
    }
    if (source.configMap().present()) {
      ConfigMapProjection map = source.configMap();
      KeyPayload keys = new KeyPayload(map.items(), map.optional().truth(), defaults);
      return keys.configMap(sources, namespace, map.name().text());
    }
    if (source.downwardAPI().present()) {
      return DownwardPayload.of(pod, source.downwardAPI().items(), defaults, sources.allocatable());
    }
    if (source.serviceAccountToken().present()) {
      return token(source.serviceAccountToken());
    }
    if (source.clusterTrustBundle().present()) {
      return trustBundle(source.clusterTrustBundle());
    }
    throw new VolumeException("this node knows no such projected source: " + names(source));
  }

  private Map<String, ProjectedFile> token(ServiceAccountTokenProjection source)
      throws VolumeException {
    ObjectMeta metadata = pod.metadata();
    At account = pod.spec().serviceAccountName();
    At expiration = source.expirationSeconds();
    String token =
        sources.serviceAccountToken(
            new TokenSpec(
                metadata.namespace().text(),
                account.present() ? account.text() : "default",
                metadata.name().text(),
                metadata.uid().text(),
                source.audience().text(),
                expiration.present() ? expiration.number() : AN_HOUR));
    return credential(source.path().text(), source.user(), token);
  }

  /**
   * A file that is its user's alone where the pod says who that is: the spec names one, all
   * containers run as one user, or an fsGroup is set. Else the volume's default mode holds.
   */
  private Map<String, ProjectedFile> credential(String path, At owner, String content)
      throws VolumeException {
    int user = defaults.user(owner);
    int shared = SharedUser.of(pod);
    boolean known =
        user != ProjectedFile.NO_UID
            || shared != ProjectedFile.NO_UID
            || Ownership.fsGroup(pod) != Ownership.NONE;
    return Map.of(
        PayloadPaths.clean(path),
        new ProjectedFile(
            Content.of(content), known ? OF_ONE_USER : defaults.mode(), user, Math.max(0, shared)));
  }

  private Map<String, ProjectedFile> trustBundle(ClusterTrustBundleProjection source)
      throws VolumeException {
    TrustBundleSpec spec =
        new TrustBundleSpec(
            source.name().text(), source.signerName().text(), source.labelSelector().tree());
    var bundle = sources.trustBundle(spec);
    if (bundle.isEmpty() && !source.optional().truth()) {
      throw new VolumeException(
          spec.name().isEmpty()
              ? "combination of signerName and labelSelector matched zero ClusterTrustBundles"
              : "clustertrustbundle.certificates.k8s.io \"" + spec.name() + "\" not found");
    }
    return credential(source.path().text(), source.user(), bundle.orElse(""));
  }

  private static String names(VolumeProjection source) {
    return String.join(", ", source.tree().properties().stream().map(Map.Entry::getKey).toList());
  }
}
