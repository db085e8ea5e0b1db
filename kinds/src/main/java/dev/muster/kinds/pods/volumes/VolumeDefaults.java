package dev.muster.kinds.pods.volumes;

import dev.muster.views.CoreV1.MutableDownwardAPIVolumeFile;
import dev.muster.views.CoreV1.MutableImageVolumeSource;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutableProjectedVolumeSource;
import dev.muster.views.CoreV1.MutableVolume;
import dev.muster.views.CoreV1.MutableVolumeProjection;
import dev.muster.views.StructListField;

/** What a volume that leaves something open means. */
final class VolumeDefaults {
  private static final long FILE_MODE = 0644;
  private static final long TOKEN_SECONDS = 3600;

  private VolumeDefaults() {}

  static void apply(MutablePodSpec podSpec) {
    podSpec.volumes().each().forEach(VolumeDefaults::volume);
  }

  private static void volume(MutableVolume volume) {
    if (volume.tree().size() == (volume.name().present() ? 1 : 0)) {
      volume.emptyDir().ensure();
    }
    volume.secret().ifPresent(secret -> secret.defaultMode().defaultTo(FILE_MODE));
    volume.configMap().ifPresent(configMap -> configMap.defaultMode().defaultTo(FILE_MODE));
    volume
        .downwardAPI()
        .ifPresent(
            downward -> {
              downward.defaultMode().defaultTo(FILE_MODE);
              fieldRefs(downward.items());
            });
    volume.projected().ifPresent(VolumeDefaults::projected);
    volume.hostPath().ifPresent(SourceDefaults::hostPath);
    volume.iscsi().ifPresent(SourceDefaults::iscsi);
    volume.rbd().ifPresent(SourceDefaults::rbd);
    volume.azureDisk().ifPresent(SourceDefaults::azureDisk);
    volume.scaleIO().ifPresent(SourceDefaults::scaleIo);
    volume
        .ephemeral()
        .get()
        .flatMap(ephemeral -> ephemeral.volumeClaimTemplate().get())
        .flatMap(template -> template.spec().get())
        .ifPresent(ClaimSpecs::applyDefaults);
    volume.image().ifPresent(VolumeDefaults::image);
  }

  private static void projected(MutableProjectedVolumeSource projected) {
    projected.defaultMode().defaultTo(FILE_MODE);
    for (MutableVolumeProjection source : projected.sources().each()) {
      source.downwardAPI().ifPresent(downward -> fieldRefs(downward.items()));
      source
          .serviceAccountToken()
          .ifPresent(token -> token.expirationSeconds().defaultTo(TOKEN_SECONDS));
    }
  }

  private static void image(MutableImageVolumeSource image) {
    if (image.pullPolicy().absent()) {
      image.pullPolicy(ImageVolumeReference.defaultPullPolicy(image.reference().text()));
    }
  }

  private static void fieldRefs(StructListField<MutableDownwardAPIVolumeFile> items) {
    for (MutableDownwardAPIVolumeFile item : items.each()) {
      item.fieldRef().ifPresent(ref -> ref.apiVersion().setIfAbsent("v1"));
    }
  }
}
