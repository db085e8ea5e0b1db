package dev.muster.kinds.pods.volumes;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Path;
import dev.muster.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;

/** Accepted, but not what the writer may think. */
final class VolumeWarnings {

  private record Outdated(String field, String shownAs, String since) {}

  private static final List<Outdated> BEFORE_CLAIMS =
      List.of(
          new Outdated(
              "photonPersistentDisk",
              "photonPersistentDisk",
              "deprecated in v1.11, non-functional in v1.16+"),
          new Outdated(
              "gitRepo", "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"),
          new Outdated("scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"),
          new Outdated("flocker", "flocker", "deprecated in v1.22, non-functional in v1.25+"),
          new Outdated("storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"),
          new Outdated("quobyte", "quobyte", "deprecated in v1.22, non-functional in v1.25+"),
          new Outdated("glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"));
  private static final List<Outdated> AFTER_CLAIMS =
      List.of(
          new Outdated("cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"),
          new Outdated("rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"));

  private VolumeWarnings() {}

  static List<String> of(At volumes) {
    List<String> warnings = new ArrayList<>();
    for (At volume : volumes.each()) {
      deprecated(BEFORE_CLAIMS, volume, warnings);
      claim(volume.get("ephemeral", "volumeClaimTemplate", "spec", "resources"), warnings);
      deprecated(AFTER_CLAIMS, volume, warnings);
    }
    OverlappingPaths.warn(volumes, warnings);
    volumes.each().forEach(v -> modes(v, warnings));
    return warnings;
  }

  private static void deprecated(List<Outdated> kinds, At volume, List<String> warnings) {
    for (Outdated kind : kinds) {
      if (volume.has(kind.field())) {
        warnings.add(volume.path().child(kind.shownAs()) + ": " + kind.since());
      }
    }
  }

  private static void claim(At resources, List<String> warnings) {
    for (String list : List.of("requests", "limits")) {
      At storage = resources.get(list, "storage");
      if (storage.present() && !Quantity.parse(storage.text()).roundedToMilli().isWhole()) {
        Path at = resources.get(list).path().key("storage");
        warnings.add(
            at
                + ": fractional byte value "
                + GoText.quote(storage.text())
                + " is invalid, must be an integer");
      }
    }
  }

  private static void modes(At volume, List<String> warnings) {
    for (String field : List.of("secret", "configMap", "downwardAPI", "projected")) {
      FileModes.warn(volume.get(field, "defaultMode"), warnings);
      items(volume.get(field), warnings);
    }
    for (At source : volume.get("projected", "sources").each()) {
      for (String field : List.of("secret", "configMap", "downwardAPI")) {
        items(source.get(field), warnings);
      }
    }
  }

  private static void items(At source, List<String> warnings) {
    source.get("items").each().forEach(i -> FileModes.warn(i.get("mode"), warnings));
  }
}
