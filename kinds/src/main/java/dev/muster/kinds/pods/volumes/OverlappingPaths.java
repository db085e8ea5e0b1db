package dev.muster.kinds.pods.volumes;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
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

  private OverlappingPaths(At volume, String description) {
    this.volume = volume.text("name");
    this.description = description;
  }

  static void warn(At volumes, List<String> warnings) {
    for (At volume : volumes.each()) {
      At configMap = volume.get("configMap");
      At secret = volume.get("secret");
      new OverlappingPaths(volume, named("ConfigMap", configMap.text("name")))
          .add(configMap.get("items"), "", warnings);
      new OverlappingPaths(volume, named("Secret", secret.text("secretName")))
          .add(secret.get("items"), "", warnings);
      new OverlappingPaths(volume, "DownwardAPI")
          .add(volume.get("downwardAPI", "items"), "", warnings);
      OverlappingPaths projected = new OverlappingPaths(volume, "Projected");
      volume.get("projected", "sources").each().forEach(s -> projected.addSource(s, warnings));
    }
  }

  private static String named(String kind, String name) {
    return kind + " " + GoText.quote(name);
  }

  private void addSource(At source, List<String> warnings) {
    if (source.size() == 0) {
      warnings.add("volume " + GoText.quote(volume) + " (Projected) has no sources provided");
      return;
    }
    At configMap = source.get("configMap");
    At secret = source.get("secret");
    At downward = source.get("downwardAPI");
    At token = source.get("serviceAccountToken");
    At bundle = source.get("clusterTrustBundle");
    At certificate = source.get("podCertificate");
    if (!configMap.get("items").empty()) {
      add(configMap.get("items"), named("ConfigMap", configMap.text("name")), warnings);
    } else if (!secret.get("items").empty()) {
      add(secret.get("items"), named("Secret", secret.text("name")), warnings);
    } else if (!downward.get("items").empty()) {
      add(downward.get("items"), "DownwardAPI", warnings);
    } else if (token.present()) {
      add(token.text("path"), "ServiceAccountToken", warnings);
    } else if (bundle.present()) {
      String name = bundle.text(bundle.has("name") ? "name" : "signerName");
      add(bundle.text("path"), named("ClusterTrustBundle", name), warnings);
    } else if (certificate.present()) {
      PodCertificates.PATHS.forEach(
          field -> add(certificate.text(field), "PodCertificate", warnings));
    }
  }

  private void add(At items, String source, List<String> warnings) {
    items.each().forEach(i -> add(i.text("path"), source, warnings));
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
