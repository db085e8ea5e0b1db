package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/**
 * Exactly one source per volume, and what each asks for; in the order in which they are looked at.
 */
final class VolumeSources {

  /** The rule of one kind of source. */
  @FunctionalInterface
  interface Rule {
    void check(At source, Errors errors);
  }

  /**
   * One kind of source.
   *
   * @param field its name
   * @param extraAs its name in the message for one source too many
   * @param faultyAs its name in the messages about its fields
   */
  record Source(String field, String extraAs, String faultyAs, Rule rule) {

    static Source of(String field, Rule rule) {
      return new Source(field, field, field, rule);
    }
  }

  private static final List<Source> IN_PODS =
      List.of(
          Source.of("emptyDir", LocalSources::emptyDir),
          Source.of("hostPath", LocalSources::hostPath),
          Source.of("gitRepo", LocalSources::gitRepo),
          new Source(
              "gcePersistentDisk",
              "gcePersistentDisk",
              "persistentDisk",
              CloudSources::gcePersistentDisk),
          Source.of("awsElasticBlockStore", CloudSources::awsElasticBlockStore),
          Source.of("secret", KeyItems::secretVolume),
          Source.of("nfs", NetworkSources::nfs),
          Source.of("iscsi", Iscsi::volume),
          Source.of("glusterfs", NetworkSources::glusterfs),
          Source.of("flocker", NetworkSources::flocker),
          Source.of("persistentVolumeClaim", (claim, e) -> Needs.text(claim, "claimName", e)),
          Source.of("rbd", NetworkSources::rbd),
          Source.of("cinder", CloudSources::cinder),
          new Source("cephfs", "cephFS", "cephfs", NetworkSources::cephfs),
          Source.of("quobyte", NetworkSources::quobyte),
          new Source("downwardAPI", "downwarAPI", "downwardAPI", DownwardFiles::volume),
          Source.of("fc", NetworkSources::fibreChannel),
          Source.of("flexVolume", DriverSources::flex),
          Source.of("configMap", KeyItems::configMapVolume),
          Source.of("azureFile", CloudSources::azureFile),
          Source.of("vsphereVolume", CloudSources::vsphere),
          Source.of("photonPersistentDisk", CloudSources::photon),
          Source.of("portworxVolume", CloudSources::portworx),
          Source.of("azureDisk", CloudSources::azureDisk),
          Source.of("storageos", NetworkSources::storageos),
          Source.of("projected", ProjectedSources::validate),
          Source.of("scaleIO", CloudSources::scaleIo),
          Source.of("csi", DriverSources::csi));

  private VolumeSources() {}

  /**
   * Checks the source of a pod's volume.
   *
   * @param podName empty when there is none to say yet
   */
  static void validate(At volume, String podName, boolean template, Errors errors) {
    int found = 0;
    for (Source kind : IN_PODS) {
      if (check(kind, volume, found, errors)) {
        found++;
      }
      if (kind.field().equals("iscsi")) {
        Iscsi.nameLength(volume, errors);
      }
    }
    Source ephemeral =
        Source.of("ephemeral", (at, e) -> ClaimTemplates.volume(at, volume, podName, e));
    if (check(ephemeral, volume, found, errors)) {
      found++;
    }
    Source image = Source.of("image", (at, e) -> LocalSources.image(at, template, e));
    if (check(image, volume, found, errors)) {
      found++;
    }
    if (found == 0) {
      errors.required(volume.path(), "must specify a volume type");
    }
  }

  /** Checks one kind of source if it is there and the first; true if there is one so far. */
  static boolean check(Source kind, At volume, int foundBefore, Errors errors) {
    At source = volume.get(kind.field());
    if (source.absent()) {
      return false;
    }
    if (foundBefore > 0) {
      errors.forbidden(
          volume.path().child(kind.extraAs()), "may not specify more than 1 volume type");
    } else {
      kind.rule().check(new At(source.node(), volume.path().child(kind.faultyAs())), errors);
    }
    return true;
  }
}
