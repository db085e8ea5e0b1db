package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.GCEPersistentDiskVolumeSource;
import dev.muster.views.CoreV1.Volume;
import java.util.List;

/**
 * Exactly one source per volume, and what each asks for; in the order in which they are looked at.
 */
final class VolumeSources {

  private static final List<Source<Volume, ?>> UP_TO_ISCSI =
      List.of(
          Source.of(Volume::emptyDir, LocalSources::emptyDir),
          Source.of(Volume::hostPath, LocalSources::hostPath),
          Source.of(Volume::gitRepo, LocalSources::gitRepo),
          Source.of(VolumeSources::disk, CloudSources::gcePersistentDisk)
              .extraAs("gcePersistentDisk"),
          Source.of(Volume::awsElasticBlockStore, CloudSources::awsElasticBlockStore),
          Source.of(Volume::secret, KeyItems::secretVolume),
          Source.of(Volume::nfs, NetworkSources::nfs),
          Source.of(Volume::iscsi, Iscsi::volume));

  private static final List<Source<Volume, ?>> AFTER_ISCSI =
      List.of(
          Source.of(Volume::glusterfs, NetworkSources::glusterfs),
          Source.of(Volume::flocker, NetworkSources::flocker),
          Source.of(Volume::persistentVolumeClaim, (claim, e) -> Needs.text(claim.claimName(), e)),
          Source.of(Volume::rbd, NetworkSources::rbd),
          Source.of(Volume::cinder, CloudSources::cinder),
          Source.of(Volume::cephfs, NetworkSources::cephfs).extraAs("cephFS"),
          Source.of(Volume::quobyte, NetworkSources::quobyte),
          Source.of(Volume::downwardAPI, DownwardFiles::volume).extraAs("downwarAPI"),
          Source.of(Volume::fc, NetworkSources::fibreChannel),
          Source.of(Volume::flexVolume, DriverSources::flex),
          Source.of(Volume::configMap, KeyItems::configMapVolume),
          Source.of(Volume::azureFile, CloudSources::azureFile),
          Source.of(Volume::vsphereVolume, CloudSources::vsphere),
          Source.of(Volume::photonPersistentDisk, CloudSources::photon),
          Source.of(Volume::portworxVolume, CloudSources::portworx),
          Source.of(Volume::azureDisk, CloudSources::azureDisk),
          Source.of(Volume::storageos, NetworkSources::storageos),
          Source.of(Volume::projected, ProjectedSources::validate),
          Source.of(Volume::scaleIO, CloudSources::scaleIo),
          Source.of(Volume::csi, DriverSources::csi));

  private VolumeSources() {}

  /**
   * Checks the source of a pod's volume.
   *
   * @param podName empty when there is none to say yet
   */
  static void validate(Volume volume, String podName, boolean template, Errors errors) {
    int found = Source.check(UP_TO_ISCSI, volume, 0, errors);
    Iscsi.nameLength(volume, errors);
    found = Source.check(AFTER_ISCSI, volume, found, errors);
    List<Source<Volume, ?>> last =
        List.of(
            Source.of(Volume::ephemeral, (at, e) -> ClaimTemplates.volume(at, volume, podName, e)),
            Source.of(Volume::image, (at, e) -> LocalSources.image(at, template, e)));
    found = Source.check(last, volume, found, errors);
    if (found == 0) {
      errors.required(volume.at().path(), "must specify a volume type");
    }
  }

  /** The disk as messages about its fields call it. */
  private static GCEPersistentDiskVolumeSource disk(Volume volume) {
    return new GCEPersistentDiskVolumeSource(
        new At(volume.gcePersistentDisk().tree(), volume.at().path().child("persistentDisk")));
  }
}
