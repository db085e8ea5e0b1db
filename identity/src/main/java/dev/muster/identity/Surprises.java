package dev.muster.identity;

import dev.muster.identity.Provenance.Source;
import java.util.ArrayList;
import java.util.List;

/** What a pod's owner may not expect of an identity, each as one sentence with the remedy. */
public final class Surprises {
  private Surprises() {}

  /** A sentence for each; none if all is as the pod's author would expect. */
  public static List<String> of(ProcessIdentity identity) {
    List<String> found = new ArrayList<>();
    if (identity.uid().value() == 0) {
      found.add("runs as root: set runAsUser, or runAsNonRoot to have it refused");
    }
    if (identity.gid().value() == 0) {
      found.add("its primary group is root's (gid 0): set runAsGroup");
    } else if (identity.groupIds().contains(0L)) {
      found.add("is in root's group (gid 0)");
    }
    List<String> fromImage =
        identity.groups().stream()
            .filter(group -> group.from().stream().allMatch(Surprises::isImageGroup))
            .map(group -> Long.toString(group.value()))
            .toList();
    if (!fromImage.isEmpty()) {
      found.add(
          "the image's /etc/group adds "
              + String.join(", ", fromImage)
              + ": set supplementalGroupsPolicy to Strict to leave them out");
    }
    return found;
  }

  private static boolean isImageGroup(Provenance from) {
    return from.source() == Source.IMAGE_GROUP;
  }
}
