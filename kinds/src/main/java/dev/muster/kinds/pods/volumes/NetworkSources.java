package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.names.Names;
import java.util.regex.Pattern;

/** Storage reached by name over a network, without a cloud's help. */
final class NetworkSources {
  private static final int MAX_TENANT = 64;
  private static final Pattern HOST_AND_PORT =
      Pattern.compile("(\\[[^\\[\\]]*]|[^:\\[\\]]*):[^:\\[\\]]*");
  private static final String PAIRS =
      "must be a host:port pair or multiple pairs separated by commas";

  private NetworkSources() {}

  static void nfs(At nfs, Errors errors) {
    Needs.texts(nfs, errors, "server", "path");
    if (!nfs.text("path").startsWith("/")) {
      errors.invalidText(nfs.get("path").path(), nfs.text("path"), "must be an absolute path");
    }
  }

  static void glusterfs(At glusterfs, Errors errors) {
    Needs.texts(glusterfs, errors, "endpoints", "path");
  }

  static void persistentGlusterfs(At glusterfs, Errors errors) {
    glusterfs(glusterfs, errors);
    At namespace = glusterfs.get("endpointsNamespace");
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

  static void rbd(At rbd, Errors errors) {
    Needs.texts(rbd, errors, "monitors", "image");
  }

  static void cephfs(At cephfs, Errors errors) {
    Needs.text(cephfs, "monitors", errors);
  }

  static void quobyte(At quobyte, Errors errors) {
    At registry = quobyte.get("registry");
    if (registry.empty()) {
      errors.required(registry.path(), PAIRS);
    } else if (quobyte.text("tenant").length() > MAX_TENANT) {
      errors.required(
          quobyte.get("tenant").path(),
          "must be a UUID and may not exceed a length of 64 characters");
    } else {
      for (String pair : registry.text().split(",", -1)) {
        if (!HOST_AND_PORT.matcher(pair).matches()) {
          errors.invalid(registry, PAIRS);
        }
      }
    }
    Needs.text(quobyte, "volume", errors);
  }

  static void flocker(At flocker, Errors errors) {
    boolean named = !flocker.get("datasetName").empty();
    boolean identified = !flocker.get("datasetUUID").empty();
    if (!named && !identified) {
      errors.required(flocker.path(), "one of datasetName and datasetUUID is required");
    }
    if (named && identified) {
      errors.invalidText(
          flocker.path(),
          "resource",
          "datasetName and datasetUUID can not be specified simultaneously");
    }
    if (flocker.text("datasetName").contains("/")) {
      errors.invalid(flocker.get("datasetName"), "must not contain '/'");
    }
  }

  static void fibreChannel(At fc, Errors errors) {
    At targets = fc.get("targetWWNs");
    At lun = fc.get("lun");
    if (targets.empty() && fc.get("wwids").empty()) {
      errors.required(targets.path(), "must specify either targetWWNs or wwids, but not both");
    }
    if (!targets.empty() && !fc.get("wwids").empty()) {
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

  static void storageos(At storageos, Errors errors) {
    At name = storageos.get("volumeName");
    At namespace = storageos.get("volumeNamespace");
    if (name.empty()) {
      errors.required(name.path(), "");
    } else {
      Names.label(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
    if (!namespace.empty()) {
      Names.label(namespace.text(), false).forEach(f -> errors.invalid(namespace, f));
    }
    Needs.nameIfPresent(storageos.get("secretRef"), errors);
  }

  static void persistentStorageos(At storageos, Errors errors) {
    storageos(storageos, errors);
    At secret = storageos.get("secretRef");
    if (secret.present()) {
      Needs.text(secret, "namespace", errors);
    }
  }
}
