package dev.muster.kinds.pods.volumes;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Path;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.ConfigMapVolumeSource;
import dev.muster.views.CoreV1.DownwardAPIVolumeFile;
import dev.muster.views.CoreV1.DownwardAPIVolumeSource;
import dev.muster.views.CoreV1.KeyToPath;
import dev.muster.views.CoreV1.SecretVolumeSource;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeProjection;
import dev.muster.views.CoreV1.VolumeResourceRequirements;
import dev.muster.views.View;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Accepted, but not what the writer may think. */
final class VolumeWarnings {
  private static final String STORAGE = "storage";

  private record Outdated(Function<Volume, View> source, String shownAs, String since) {}

  private static final List<Outdated> BEFORE_CLAIMS =
      List.of(
          new Outdated(
              Volume::photonPersistentDisk,
              "photonPersistentDisk",
              "deprecated in v1.11, non-functional in v1.16+"),
          new Outdated(
              Volume::gitRepo, "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"),
          new Outdated(Volume::scaleIO, "scaleIO", "deprecated in v1.16, non-functional in v1.22+"),
          new Outdated(Volume::flocker, "flocker", "deprecated in v1.22, non-functional in v1.25+"),
          new Outdated(
              Volume::storageos, "storageOS", "deprecated in v1.22, non-functional in v1.25+"),
          new Outdated(Volume::quobyte, "quobyte", "deprecated in v1.22, non-functional in v1.25+"),
          new Outdated(
              Volume::glusterfs, "glusterfs", "deprecated in v1.25, non-functional in v1.26+"));
  private static final List<Outdated> AFTER_CLAIMS =
      List.of(
          new Outdated(Volume::cephfs, "cephfs", "deprecated in v1.28, non-functional in v1.31+"),
          new Outdated(Volume::rbd, "rbd", "deprecated in v1.28, non-functional in v1.31+"));

  private VolumeWarnings() {}

  static List<String> of(ViewList<Volume> volumes) {
    List<String> warnings = new ArrayList<>();
    for (Volume volume : volumes) {
      deprecated(BEFORE_CLAIMS, volume, warnings);
      claim(volume.ephemeral().volumeClaimTemplate().spec().resources(), warnings);
      deprecated(AFTER_CLAIMS, volume, warnings);
    }
    OverlappingPaths.warn(volumes, warnings);
    volumes.forEach(v -> modes(v, warnings));
    return warnings;
  }

  private static void deprecated(List<Outdated> kinds, Volume volume, List<String> warnings) {
    for (Outdated kind : kinds) {
      if (kind.source().apply(volume).present()) {
        warnings.add(volume.at().path().child(kind.shownAs()) + ": " + kind.since());
      }
    }
  }

  private static void claim(VolumeResourceRequirements resources, List<String> warnings) {
    for (At list : List.of(resources.requests(), resources.limits())) {
      At storage = list.get(STORAGE);
      if (storage.present() && !Quantity.parse(storage.text()).roundedToMilli().isWhole()) {
        Path at = list.path().key(STORAGE);
        warnings.add(
            at
                + ": fractional byte value "
                + GoText.quote(storage.text())
                + " is invalid, must be an integer");
      }
    }
  }

  private static void modes(Volume volume, List<String> warnings) {
    SecretVolumeSource secret = volume.secret();
    FileModes.warn(secret.defaultMode(), warnings);
    items(secret.items(), warnings);
    ConfigMapVolumeSource configMap = volume.configMap();
    FileModes.warn(configMap.defaultMode(), warnings);
    items(configMap.items(), warnings);
    DownwardAPIVolumeSource downward = volume.downwardAPI();
    FileModes.warn(downward.defaultMode(), warnings);
    files(downward.items(), warnings);
    FileModes.warn(volume.projected().defaultMode(), warnings);
    for (VolumeProjection source : volume.projected().sources()) {
      items(source.secret().items(), warnings);
      items(source.configMap().items(), warnings);
      files(source.downwardAPI().items(), warnings);
    }
  }

  private static void items(ViewList<KeyToPath> items, List<String> warnings) {
    items.forEach(item -> FileModes.warn(item.mode(), warnings));
  }

  private static void files(ViewList<DownwardAPIVolumeFile> files, List<String> warnings) {
    files.forEach(file -> FileModes.warn(file.mode(), warnings));
  }
}
