package dev.muster.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.ManagedFieldsEntry;
import java.util.List;

/**
 * The service account that somebody named in a pod. By the time a webhook is asked, the cluster has
 * filled in {@code default} where nobody did; but before that it wrote down who set which field.
 */
final class NamedAccount {
  private static final String DEFAULT = "default";

  private NamedAccount() {}

  /** Empty if nobody named one. Without any notes on who set what, it counts as named. */
  static String of(JsonNode tree) {
    Pod pod = Pod.of(tree);
    String account = pod.spec().serviceAccountName().text();
    return account.equals(DEFAULT) && isFilledIn(pod.metadata().managedFields()) ? "" : account;
  }

  private static boolean isFilledIn(List<ManagedFieldsEntry> managers) {
    if (managers.isEmpty()) {
      return false;
    }
    for (ManagedFieldsEntry manager : managers) {
      At spec = manager.fieldsV1().get("f:spec");
      if (spec.has("f:serviceAccountName") || spec.has("f:serviceAccount")) {
        return false;
      }
    }
    return true;
  }
}
