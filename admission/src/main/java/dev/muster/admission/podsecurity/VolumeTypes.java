package dev.muster.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.views.CoreV1.Volume;
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
        pod.spec().volumes().stream()
            .filter(v -> v.hostPath().present())
            .map(v -> v.name().text())
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
    for (Volume volume : pod.spec().volumes()) {
      String type = type(volume);
      if (!UNRESTRICTED.contains(type)) {
        bad.add(volume.name().text());
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

  private static String type(Volume volume) {
    for (Map.Entry<String, JsonNode> field : volume.tree().properties()) {
      if (!field.getKey().equals("name") && !field.getValue().isNull()) {
        return field.getKey();
      }
    }
    return "unknown";
  }
}
