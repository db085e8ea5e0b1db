package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.CephFSVolumeSource;
import dev.muster.views.CoreV1.FCVolumeSource;
import dev.muster.views.CoreV1.FlockerVolumeSource;
import dev.muster.views.CoreV1.GlusterfsPersistentVolumeSource;
import dev.muster.views.CoreV1.GlusterfsVolumeSource;
import dev.muster.views.CoreV1.NFSVolumeSource;
import dev.muster.views.CoreV1.ObjectReference;
import dev.muster.views.CoreV1.QuobyteVolumeSource;
import dev.muster.views.CoreV1.RBDVolumeSource;
import dev.muster.views.CoreV1.StorageOSPersistentVolumeSource;
import dev.muster.views.CoreV1.StorageOSVolumeSource;
import java.util.regex.Pattern;

/** Storage reached by name over a network, without a cloud's help. */
final class NetworkSources {
  private static final int MAX_TENANT = 64;
  private static final Pattern HOST_AND_PORT =
      Pattern.compile("(\\[[^\\[\\]]*]|[^:\\[\\]]*):[^:\\[\\]]*");
  private static final String PAIRS =
      "must be a host:port pair or multiple pairs separated by commas";

  private NetworkSources() {}

  static void nfs(NFSVolumeSource nfs, Errors errors) {
    Needs.texts(errors, nfs.server(), nfs.path());
    if (!nfs.path().text().startsWith("/")) {
      errors.invalidText(nfs.path().path(), nfs.path().text(), "must be an absolute path");
    }
  }

  static void glusterfs(GlusterfsVolumeSource glusterfs, Errors errors) {
    Needs.texts(errors, glusterfs.endpoints(), glusterfs.path());
  }

  static void persistentGlusterfs(GlusterfsPersistentVolumeSource glusterfs, Errors errors) {
    glusterfs(new GlusterfsVolumeSource(glusterfs.at()), errors);
    At namespace = glusterfs.endpointsNamespace();
    if (namespace.absent()) {
      return;
    }
    if (namespace.empty()) {
      errors.invalid(
          namespace, "if the endpointnamespace is set, it must be a valid namespace name");
    } else {
      Names.label(namespace.text(), false).forEach(f -> errors.invalid(namespace, f));
    }
  }

  static void rbd(RBDVolumeSource rbd, Errors errors) {
    Needs.texts(errors, rbd.monitors(), rbd.image());
  }

  static void cephfs(CephFSVolumeSource cephfs, Errors errors) {
    Needs.text(cephfs.monitors(), errors);
  }

  static void quobyte(QuobyteVolumeSource quobyte, Errors errors) {
    At registry = quobyte.registry();
    if (registry.empty()) {
      errors.required(registry.path(), PAIRS);
    } else if (quobyte.tenant().text().length() > MAX_TENANT) {
      errors.required(
          quobyte.tenant().path(), "must be a UUID and may not exceed a length of 64 characters");
    } else {
      for (String pair : registry.text().split(",", -1)) {
        if (!HOST_AND_PORT.matcher(pair).matches()) {
          errors.invalid(registry, PAIRS);
        }
      }
    }
    Needs.text(quobyte.volume(), errors);
  }

  static void flocker(FlockerVolumeSource flocker, Errors errors) {
    boolean named = !flocker.datasetName().empty();
    boolean identified = !flocker.datasetUUID().empty();
    if (!named && !identified) {
      errors.required(flocker.at().path(), "one of datasetName and datasetUUID is required");
    }
    if (named && identified) {
      errors.invalidText(
          flocker.at().path(),
          "resource",
          "datasetName and datasetUUID can not be specified simultaneously");
    }
    if (flocker.datasetName().text().contains("/")) {
      errors.invalid(flocker.datasetName(), "must not contain '/'");
    }
  }

  static void fibreChannel(FCVolumeSource fc, Errors errors) {
    At targets = fc.targetWWNs();
    At lun = fc.lun();
    if (targets.empty() && fc.wwids().empty()) {
      errors.required(targets.path(), "must specify either targetWWNs or wwids, but not both");
    }
    if (!targets.empty() && !fc.wwids().empty()) {
      errors.invalid(
          targets.path(),
          InvalidValue.of(targets.node()),
          "targetWWNs and wwids can not be specified simultaneously");
    }
    if (targets.empty()) {
      return;
    }
    if (lun.absent()) {
      errors.required(lun.path(), "lun is required if targetWWNs is specified");
    } else {
      Needs.range(lun, 0, 255, errors);
    }
  }

  static void storageos(StorageOSVolumeSource storageos, Errors errors) {
    At name = storageos.volumeName();
    At namespace = storageos.volumeNamespace();
    if (name.empty()) {
      errors.required(name.path(), "");
    } else {
      Names.label(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
    if (!namespace.empty()) {
      Names.label(namespace.text(), false).forEach(f -> errors.invalid(namespace, f));
    }
    Needs.nameIfPresent(storageos.secretRef(), storageos.secretRef().name(), errors);
  }

  static void persistentStorageos(StorageOSPersistentVolumeSource storageos, Errors errors) {
    storageos(new StorageOSVolumeSource(storageos.at()), errors);
    ObjectReference secret = storageos.secretRef();
    if (secret.present()) {
      Needs.text(secret.namespace(), errors);
    }
  }
}
