package dev.muster.kinds.pods.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.volumes.VolumeSources.Source;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;
import java.util.stream.Stream;

/** The storage behind a persistent volume: exactly one source, named in its spec. */
public final class PersistentVolumeSources {
  private static final List<Source> BEFORE_ISCSI =
      List.of(
          Source.of("hostPath", LocalSources::hostPath),
          new Source(
              "gcePersistentDisk",
              "gcePersistentDisk",
              "persistentDisk",
              CloudSources::gcePersistentDisk),
          Source.of("awsElasticBlockStore", CloudSources::awsElasticBlockStore),
          Source.of("glusterfs", NetworkSources::persistentGlusterfs),
          Source.of("flocker", NetworkSources::flocker),
          Source.of("nfs", NetworkSources::nfs),
          Source.of("rbd", NetworkSources::rbd),
          Source.of("quobyte", NetworkSources::quobyte),
          new Source("cephfs", "cephFS", "cephfs", NetworkSources::cephfs));
  private static final List<Source> BEFORE_LOCAL =
      List.of(
          Source.of("cinder", CloudSources::persistentCinder),
          Source.of("fc", NetworkSources::fibreChannel),
          Source.of("flexVolume", DriverSources::flex),
          Source.of("azureFile", CloudSources::persistentAzureFile),
          Source.of("vsphereVolume", CloudSources::vsphere),
          Source.of("photonPersistentDisk", CloudSources::photon),
          Source.of("portworxVolume", CloudSources::portworx),
          Source.of("azureDisk", CloudSources::azureDisk),
          Source.of("scaleIO", CloudSources::scaleIo));
  private static final List<Source> AFTER_LOCAL =
      List.of(
          Source.of("storageos", NetworkSources::persistentStorageos),
          Source.of("csi", DriverSources::persistentCsi));

  private static final List<String> FIELDS =
      Stream.of(
              BEFORE_ISCSI.stream().map(Source::field),
              BEFORE_LOCAL.stream().map(Source::field),
              AFTER_LOCAL.stream().map(Source::field),
              Stream.of("iscsi", "local"))
          .flatMap(names -> names)
          .toList();

  private PersistentVolumeSources() {}

  public static void applyDefaults(ObjectNode spec) {
    SourceDefaults.apply(spec);
  }

  /**
   * Checks the sources in a persistent volume's spec.
   *
   * @param volumeName the volume's own name
   */
  public static void validate(At spec, String volumeName, Errors errors) {
    int found = count(BEFORE_ISCSI, spec, 0, errors);
    found =
        count(
            List.of(Source.of("iscsi", (at, e) -> Iscsi.persistent(at, volumeName, e))),
            spec,
            found,
            errors);
    found = count(BEFORE_LOCAL, spec, found, errors);
    found = count(List.of(Source.of("local", (at, e) -> local(at, spec, e))), spec, found, errors);
    found = count(AFTER_LOCAL, spec, found, errors);
    if (found == 0) {
      errors.required(spec.path(), "must specify a volume type");
    }
  }

  /** The sources among the fields of a spec. */
  public static ObjectNode only(JsonNode spec) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    for (String field : FIELDS) {
      if (spec.hasNonNull(field)) {
        out.set(field, spec.get(field).deepCopy());
      }
    }
    return out;
  }

  private static int count(List<Source> kinds, At spec, int before, Errors errors) {
    int found = before;
    for (Source kind : kinds) {
      // The real server never counts a flex volume as one too many.
      int others = kind.field().equals("flexVolume") ? 0 : found;
      if (VolumeSources.check(kind, spec, others, errors)) {
        found++;
      }
    }
    return found;
  }

  /** A disk of one node is of no use without saying which. */
  private static void local(At local, At spec, Errors errors) {
    LocalSources.local(local, errors);
    if (!spec.has("nodeAffinity")) {
      errors.required(spec.path().child("nodeAffinity"), "Local volume requires node affinity");
    }
  }
}
