package dev.muster.admission.psp;

import dev.muster.views.CoreV1.ConfigMapProjection;
import dev.muster.views.CoreV1.DownwardAPIProjection;
import dev.muster.views.CoreV1.DownwardAPIVolumeFile;
import dev.muster.views.CoreV1.ObjectFieldSelector;
import dev.muster.views.CoreV1.ProjectedVolumeSource;
import dev.muster.views.CoreV1.ServiceAccountTokenProjection;
import dev.muster.views.CoreV1.VolumeProjection;

/**
 * The projected volume through which pods get their service account's token. It took the place of a
 * secret volume, so policies that allow secrets allow it.
 */
final class TokenVolume {
  private TokenVolume() {}

  static boolean holdsNothingElse(ProjectedVolumeSource projected) {
    return projected.sources().stream().allMatch(TokenVolume::known);
  }

  private static boolean known(VolumeProjection source) {
    ServiceAccountTokenProjection token = source.serviceAccountToken();
    ConfigMapProjection configMap = source.configMap();
    DownwardAPIProjection downward = source.downwardAPI();
    if (token.absent() && configMap.absent() && downward.absent()) {
      return false;
    }
    if (token.present()
        && (!token.path().text().equals("token") || !token.audience().text().isEmpty())) {
      return false;
    }
    if (configMap.present() && !configMap.name().text().equals("kube-root-ca.crt")) {
      return false;
    }
    return downward.items().stream().allMatch(TokenVolume::isNamespace);
  }

  private static boolean isNamespace(DownwardAPIVolumeFile item) {
    ObjectFieldSelector field = item.fieldRef();
    return item.path().text().equals("namespace")
        && field.apiVersion().text().equals("v1")
        && field.fieldPath().text().equals("metadata.namespace");
  }
}
