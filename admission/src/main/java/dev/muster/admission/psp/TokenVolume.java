package dev.muster.admission.psp;

import dev.muster.model.field.At;

/**
 * The projected volume through which pods get their service account's token. It took the place of a
 * secret volume, so policies that allow secrets allow it.
 */
final class TokenVolume {
  private TokenVolume() {}

  static boolean holdsNothingElse(At projected) {
    return projected.get("sources").each().stream().allMatch(TokenVolume::known);
  }

  private static boolean known(At source) {
    At token = source.get("serviceAccountToken");
    At configMap = source.get("configMap");
    At downward = source.get("downwardAPI");
    if (token.absent() && configMap.absent() && downward.absent()) {
      return false;
    }
    if (token.present()
        && (!token.text("path").equals("token") || !token.text("audience").isEmpty())) {
      return false;
    }
    if (configMap.present() && !configMap.text("name").equals("kube-root-ca.crt")) {
      return false;
    }
    return downward.get("items").each().stream().allMatch(TokenVolume::isNamespace);
  }

  private static boolean isNamespace(At item) {
    At field = item.get("fieldRef");
    return item.text("path").equals("namespace")
        && field.text("apiVersion").equals("v1")
        && field.text("fieldPath").equals("metadata.namespace");
  }
}
