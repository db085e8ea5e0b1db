package dev.muster.kinds.pods.volumes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The owners of a volume's files, as KEP-5936 names them: {@code defaultUser} of the volume, {@code
 * user} of one file. For a server whose feature gate AtomicWriteVolumeUserFields is off.
 */
public final class UserFields {
  static final String DEFAULT = "defaultUser";
  static final String OWN = "user";

  private static final List<String> OF_KEYS_AND_FIELDS =
      List.of("secret", "configMap", "downwardAPI");
  private static final List<String> OF_ONE_FILE =
      List.of("serviceAccountToken", "clusterTrustBundle", "podCertificate");

  private UserFields() {}

  /** Removes them all, unless the old spec uses one. */
  public static void drop(At spec, @Nullable ObjectNode oldSpec) {
    for (At holder : dropped(spec, oldSpec)) {
      ((ObjectNode) holder.node()).remove(List.of(DEFAULT, OWN));
    }
  }

  /** Says what {@link #drop} will do. */
  public static void warn(At spec, @Nullable ObjectNode oldSpec, List<String> warnings) {
    for (At holder : dropped(spec, oldSpec)) {
      At field = holder.has(DEFAULT) ? holder.get(DEFAULT) : holder.get(OWN);
      warnings.add(
          field.path()
              + ": dropped, because the feature gate AtomicWriteVolumeUserFields is off: files are"
              + " owned as if it were not set");
    }
  }

  private static List<At> dropped(At spec, @Nullable ObjectNode oldSpec) {
    return oldSpec != null && !holders(At.root(oldSpec)).isEmpty() ? List.of() : holders(spec);
  }

  /** Whatever has one of the fields. */
  private static List<At> holders(At spec) {
    List<At> found = new ArrayList<>();
    for (At volume : spec.get("volumes").each()) {
      for (String kind : OF_KEYS_AND_FIELDS) {
        add(volume.get(kind), DEFAULT, found);
        items(volume.get(kind), found);
      }
      add(volume.get("projected"), DEFAULT, found);
      for (At source : volume.get("projected", "sources").each()) {
        OF_KEYS_AND_FIELDS.forEach(kind -> items(source.get(kind), found));
        OF_ONE_FILE.forEach(kind -> add(source.get(kind), OWN, found));
      }
    }
    return found;
  }

  private static void items(At source, List<At> found) {
    source.get("items").each().forEach(item -> add(item, OWN, found));
  }

  private static void add(At holder, String field, List<At> found) {
    if (holder.has(field)) {
      found.add(holder);
    }
  }
}
