package dev.muster.kinds.pods.volumes;

import dev.muster.base.go.GoText;
import dev.muster.views.CoreV1.ClusterTrustBundleProjection;
import dev.muster.views.CoreV1.ConfigMapProjection;
import dev.muster.views.CoreV1.ConfigMapVolumeSource;
import dev.muster.views.CoreV1.DownwardAPIProjection;
import dev.muster.views.CoreV1.DownwardAPIVolumeFile;
import dev.muster.views.CoreV1.KeyToPath;
import dev.muster.views.CoreV1.PodCertificateProjection;
import dev.muster.views.CoreV1.SecretProjection;
import dev.muster.views.CoreV1.SecretVolumeSource;
import dev.muster.views.CoreV1.ServiceAccountTokenProjection;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeProjection;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.List;

/** Files of one volume that would stand in each other's place, or in each other's way. */
final class OverlappingPaths {
  private final String volume;
  private final String description;
  private final List<Claim> claims = new ArrayList<>();
  private int compared;

  /** Each file is compared with each; those of a volume that has very many are not all compared. */
  private static final int MOST_COMPARED = 100_000;

  /** A path and, where several sources meet, whose it is. */
  private record Claim(String path, String source) {

    boolean meets(Claim other) {
      return !path.isEmpty()
          && !other.path.isEmpty()
          && ((path + "/").startsWith(other.path + "/")
              || (other.path + "/").startsWith(path + "/"));
    }

    @Override
    public String toString() {
      return source.isEmpty() ? GoText.quote(path) : GoText.quote(path) + " (" + source + ")";
    }
  }

  private OverlappingPaths(Volume volume, String description) {
    this.volume = volume.name().text();
    this.description = description;
  }

  static void warn(ViewList<Volume> volumes, List<String> warnings) {
    for (Volume volume : volumes) {
      ConfigMapVolumeSource configMap = volume.configMap();
      SecretVolumeSource secret = volume.secret();
      new OverlappingPaths(volume, named("ConfigMap", configMap.name().text()))
          .addItems(configMap.items(), "", warnings);
      new OverlappingPaths(volume, named("Secret", secret.secretName().text()))
          .addItems(secret.items(), "", warnings);
      new OverlappingPaths(volume, "DownwardAPI")
          .addFiles(volume.downwardAPI().items(), "", warnings);
      OverlappingPaths projected = new OverlappingPaths(volume, "Projected");
      volume.projected().sources().forEach(s -> projected.addSource(s, warnings));
    }
  }

  private static String named(String kind, String name) {
    return kind + " " + GoText.quote(name);
  }

  private void addSource(VolumeProjection source, List<String> warnings) {
    if (source.at().size() == 0) {
      warnings.add("volume " + GoText.quote(volume) + " (Projected) has no sources provided");
      return;
    }
    ConfigMapProjection configMap = source.configMap();
    SecretProjection secret = source.secret();
    DownwardAPIProjection downward = source.downwardAPI();
    ServiceAccountTokenProjection token = source.serviceAccountToken();
    ClusterTrustBundleProjection bundle = source.clusterTrustBundle();
    PodCertificateProjection certificate = source.podCertificate();
    if (!configMap.items().isEmpty()) {
      addItems(configMap.items(), named("ConfigMap", configMap.name().text()), warnings);
    } else if (!secret.items().isEmpty()) {
      addItems(secret.items(), named("Secret", secret.name().text()), warnings);
    } else if (!downward.items().isEmpty()) {
      addFiles(downward.items(), "DownwardAPI", warnings);
    } else if (token.present()) {
      add(token.path().text(), "ServiceAccountToken", warnings);
    } else if (bundle.present()) {
      String name = (bundle.name().present() ? bundle.name() : bundle.signerName()).text();
      add(bundle.path().text(), named("ClusterTrustBundle", name), warnings);
    } else if (certificate.present()) {
      PodCertificates.paths(certificate)
          .forEach(path -> add(path.text(), "PodCertificate", warnings));
    }
  }

  private void addItems(ViewList<KeyToPath> items, String source, List<String> warnings) {
    items.forEach(item -> add(item.path().text(), source, warnings));
  }

  private void addFiles(
      ViewList<DownwardAPIVolumeFile> files, String source, List<String> warnings) {
    files.forEach(file -> add(file.path().text(), source, warnings));
  }

  private void add(String path, String source, List<String> warnings) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    Claim claim = new Claim(path.substring(0, end), source);
    for (Claim other : claims) {
      if (++compared > MOST_COMPARED) {
        return;
      }
      if (claim.meets(other)) {
        warnings.add(
            "volume %s (%s): overlapping paths: %s with %s"
                .formatted(GoText.quote(volume), description, claim, other));
      }
    }
    claims.add(claim);
  }
}
