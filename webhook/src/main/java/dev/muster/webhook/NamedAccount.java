package dev.muster.webhook;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The service account that somebody named in a pod. By the time a webhook is asked, the cluster has
 * filled in {@code default} where nobody did; but before that it wrote down who set which field.
 */
final class NamedAccount {
  private static final String DEFAULT = "default";

  private NamedAccount() {}

  /** Empty if nobody named one. Without any notes on who set what, it counts as named. */
  static String of(JsonNode pod) {
    String account = pod.path("spec").path("serviceAccountName").asText();
    return account.equals(DEFAULT) && isFilledIn(pod.path("metadata").path("managedFields"))
        ? ""
        : account;
  }

  private static boolean isFilledIn(JsonNode managers) {
    if (managers.isEmpty()) {
      return false;
    }
    for (JsonNode manager : managers) {
      JsonNode spec = manager.path("fieldsV1").path("f:spec");
      if (spec.has("f:serviceAccountName") || spec.has("f:serviceAccount")) {
        return false;
      }
    }
    return true;
  }
}
