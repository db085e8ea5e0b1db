package dev.muster.kinds.pods.volumes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.CephFSVolumeSource;
import dev.muster.views.CoreV1.FlexPersistentVolumeSource;
import dev.muster.views.CoreV1.FlexVolumeSource;
import dev.muster.views.CoreV1.GCEPersistentDiskVolumeSource;
import dev.muster.views.CoreV1.LocalVolumeSource;
import dev.muster.views.CoreV1.MutableISCSIVolumeSource;
import dev.muster.views.CoreV1.MutablePersistentVolumeSpec;
import dev.muster.views.CoreV1.MutableRBDVolumeSource;
import dev.muster.views.CoreV1.MutableScaleIOVolumeSource;
import dev.muster.views.CoreV1.PersistentVolumeSpec;
import dev.muster.views.CoreV1.RBDVolumeSource;
import dev.muster.views.CoreV1.ScaleIOVolumeSource;
import java.util.List;

/** The storage behind a persistent volume: exactly one source, named in its spec. */
public final class PersistentVolumeSources {
  private static final List<Source<PersistentVolumeSpec, ?>> BEFORE_ISCSI =
      List.of(
          Source.of(PersistentVolumeSpec::hostPath, LocalSources::hostPath),
          Source.of(PersistentVolumeSources::disk, CloudSources::gcePersistentDisk)
              .extraAs("gcePersistentDisk"),
          Source.of(PersistentVolumeSpec::awsElasticBlockStore, CloudSources::awsElasticBlockStore),
          Source.of(PersistentVolumeSpec::glusterfs, NetworkSources::persistentGlusterfs),
          Source.of(PersistentVolumeSpec::flocker, NetworkSources::flocker),
          Source.of(PersistentVolumeSpec::nfs, NetworkSources::nfs),
          Source.of(
              PersistentVolumeSpec::rbd,
              (rbd, e) -> NetworkSources.rbd(new RBDVolumeSource(rbd.at()), e)),
          Source.of(PersistentVolumeSpec::quobyte, NetworkSources::quobyte),
          Source.of(
                  PersistentVolumeSpec::cephfs,
                  (cephfs, e) -> NetworkSources.cephfs(new CephFSVolumeSource(cephfs.at()), e))
              .extraAs("cephFS"));

  private static final List<Source<PersistentVolumeSpec, ?>> BEFORE_FLEX =
      List.of(
          Source.of(PersistentVolumeSpec::cinder, CloudSources::persistentCinder),
          Source.of(PersistentVolumeSpec::fc, NetworkSources::fibreChannel));

  private static final Source<PersistentVolumeSpec, FlexPersistentVolumeSource> FLEX =
      Source.of(
          PersistentVolumeSpec::flexVolume,
          (flex, e) -> DriverSources.flex(new FlexVolumeSource(flex.at()), e));

  private static final List<Source<PersistentVolumeSpec, ?>> BEFORE_LOCAL =
      List.of(
          Source.of(PersistentVolumeSpec::azureFile, CloudSources::persistentAzureFile),
          Source.of(PersistentVolumeSpec::vsphereVolume, CloudSources::vsphere),
          Source.of(PersistentVolumeSpec::photonPersistentDisk, CloudSources::photon),
          Source.of(PersistentVolumeSpec::portworxVolume, CloudSources::portworx),
          Source.of(PersistentVolumeSpec::azureDisk, CloudSources::azureDisk),
          Source.of(
              PersistentVolumeSpec::scaleIO,
              (scaleIo, e) -> CloudSources.scaleIo(new ScaleIOVolumeSource(scaleIo.at()), e)));

  private static final List<Source<PersistentVolumeSpec, ?>> AFTER_LOCAL =
      List.of(
          Source.of(PersistentVolumeSpec::storageos, NetworkSources::persistentStorageos),
          Source.of(PersistentVolumeSpec::csi, DriverSources::persistentCsi));

  private PersistentVolumeSources() {}

  public static void applyDefaults(MutablePersistentVolumeSpec spec) {
    spec.hostPath().ifPresent(SourceDefaults::hostPath);
    spec.iscsi()
        .ifPresent(iscsi -> SourceDefaults.iscsi(MutableISCSIVolumeSource.of(iscsi.tree())));
    spec.rbd().ifPresent(rbd -> SourceDefaults.rbd(MutableRBDVolumeSource.of(rbd.tree())));
    spec.azureDisk().ifPresent(SourceDefaults::azureDisk);
    spec.scaleIO()
        .ifPresent(
            scaleIo -> SourceDefaults.scaleIo(MutableScaleIOVolumeSource.of(scaleIo.tree())));
  }

  /**
   * Checks the sources in a persistent volume's spec.
   *
   * @param volumeName the volume's own name
   */
  public static void validate(PersistentVolumeSpec spec, String volumeName, Errors errors) {
    int found = Source.check(BEFORE_ISCSI, spec, 0, errors);
    found =
        Source.check(
            List.of(
                Source.of(
                    PersistentVolumeSpec::iscsi, (at, e) -> Iscsi.persistent(at, volumeName, e))),
            spec,
            found,
            errors);
    found = Source.check(BEFORE_FLEX, spec, found, errors);
    // The real server never counts a flex volume as one too many.
    if (FLEX.check(spec, 0, errors)) {
      found++;
    }
    found = Source.check(BEFORE_LOCAL, spec, found, errors);
    found =
        Source.check(
            List.of(Source.of(PersistentVolumeSpec::local, (at, e) -> local(at, spec, e))),
            spec,
            found,
            errors);
    found = Source.check(AFTER_LOCAL, spec, found, errors);
    if (found == 0) {
      errors.required(spec.at().path(), "must specify a volume type");
    }
  }

  /** A copy of the sources in a spec and of nothing else. */
  public static MutablePersistentVolumeSpec only(PersistentVolumeSpec spec) {
    MutablePersistentVolumeSpec out = MutablePersistentVolumeSpec.create();
    if (spec.tree() instanceof ObjectNode all) {
      out.tree().setAll(all.deepCopy());
    }
    out.capacity().remove();
    out.accessModes().remove();
    out.claimRef().remove();
    out.persistentVolumeReclaimPolicy().remove();
    out.storageClassName().remove();
    out.mountOptions().remove();
    out.volumeMode().remove();
    out.nodeAffinity().remove();
    out.volumeAttributesClassName().remove();
    return out;
  }

  /** The disk as messages about its fields call it. */
  private static GCEPersistentDiskVolumeSource disk(PersistentVolumeSpec spec) {
    return new GCEPersistentDiskVolumeSource(
        new At(spec.gcePersistentDisk().tree(), spec.at().path().child("persistentDisk")));
  }

  /** A disk of one node is of no use without saying which. */
  private static void local(LocalVolumeSource local, PersistentVolumeSpec spec, Errors errors) {
    LocalSources.local(local, errors);
    if (spec.nodeAffinity().absent()) {
      errors.required(spec.nodeAffinity().at().path(), "Local volume requires node affinity");
    }
  }
}
