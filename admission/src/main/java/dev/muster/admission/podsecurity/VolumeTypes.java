package dev.muster.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks of what volumes are made of. */
final class VolumeTypes {
  private static final Set<String> UNRESTRICTED =
      Set.of(
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "image",
          "persistentVolumeClaim",
          "projected",
          "secret");

  private VolumeTypes() {}

  static Optional<Violation> hostPath(CheckedPod pod) {
    List<String> bad =
        pod.spec().get("volumes").each().stream()
            .filter(v -> v.has("hostPath"))
            .map(v -> v.text("name"))
            .toList();
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "hostPath volumes",
                Words.plural(bad.size(), "volume ", "volumes ") + Words.quoted(bad)));
  }

  static Optional<Violation> restricted(CheckedPod pod) {
    List<String> bad = new ArrayList<>();
    TreeSet<String> types = new TreeSet<>();
    for (At volume : pod.spec().get("volumes").each()) {
      String type = type(volume);
      if (!UNRESTRICTED.contains(type)) {
        bad.add(volume.text("name"));
        types.add(type);
      }
    }
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "restricted volume types",
                Words.plural(bad.size(), "volume ", "volumes ")
                    + Words.quoted(bad)
                    + Words.plural(bad.size(), " uses ", " use ")
                    + Words.plural(
                        types.size(), "restricted volume type ", "restricted volume types ")
                    + Words.quoted(types)));
  }

  private static String type(At volume) {
    for (Map.Entry<String, JsonNode> field : volume.node().properties()) {
      if (!field.getKey().equals("name") && !field.getValue().isNull()) {
        return field.getKey();
      }
    }
    return "unknown";
  }
}
