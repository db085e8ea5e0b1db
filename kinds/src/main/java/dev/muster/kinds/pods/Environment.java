package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.ConfigKeys;
import dev.muster.kinds.pods.volumes.FieldReferences;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Environment variables and where their values come from. */
final class Environment {
  private static final List<String> SOURCES =
      List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef");

  /** The pod's fields that a variable may show, sorted. */
  private static final List<String> FIELDS =
      List.of(
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "spec.nodeName",
          "spec.serviceAccountName",
          "status.hostIP",
          "status.hostIPs",
          "status.podIP",
          "status.podIPs");

  private Environment() {}

  static void validate(At env, Errors errors) {
    for (At variable : env.each()) {
      At name = variable.get("name");
      if (name.empty()) {
        errors.required(name.path(), "");
      } else {
        nameFaults(name.text()).forEach(f -> errors.invalid(name, f));
      }
      valueFrom(variable, errors);
    }
  }

  /** A name is anything printable in ASCII but the equals sign. */
  private static List<String> nameFaults(String name) {
    boolean odd = name.codePoints().anyMatch(c -> c < 0x20 || c > 0x7e || c == '=');
    return odd
        ? List.of(
            "a valid environment variable name must consist only of printable ASCII characters other than '='")
        : List.of();
  }

  static void validateFrom(At envFrom, Errors errors) {
    for (At source : envFrom.each()) {
      At prefix = source.get("prefix");
      if (!prefix.empty()) {
        nameFaults(prefix.text()).forEach(f -> errors.invalid(prefix, f));
      }
      int given = 0;
      for (String kind : List.of("configMapRef", "secretRef")) {
        if (source.has(kind)) {
          given++;
          referenceName(source.get(kind).get("name"), errors);
        }
      }
      if (given == 0) {
        errors.invalidText(
            envFrom.path(), "", "must specify one of: `configMapRef` or `secretRef`");
      } else if (given > 1) {
        errors.invalidText(
            envFrom.path(), "", "may not have more than one field specified at a time");
      }
    }
  }

  private static void referenceName(At name, Errors errors) {
    if (name.empty()) {
      errors.required(name.path(), "");
    } else {
      Names.subdomain(name.text(), true).forEach(f -> errors.invalid(name, f));
    }
  }

  private static void valueFrom(At variable, Errors errors) {
    At from = variable.get("valueFrom");
    if (from.absent()) {
      return;
    }
    if (from.has("fieldRef")) {
      FieldReferences.validateField(from.get("fieldRef"), FIELDS, errors);
    }
    if (from.has("resourceFieldRef")) {
      FieldReferences.validateResource(from.get("resourceFieldRef"), false, errors);
    }
    if (from.has("configMapKeyRef")) {
      keyReference(from.get("configMapKeyRef"), errors);
    }
    if (from.has("secretKeyRef")) {
      keyReference(from.get("secretKeyRef"), errors);
    }
    if (from.has("fileKeyRef")) {
      fileKeyReference(from.get("fileKeyRef"), errors);
    }
    long given = SOURCES.stream().filter(from::has).count();
    if (given == 0) {
      errors.invalidText(
          from.path(),
          "",
          "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`");
    } else if (!variable.get("value").empty()) {
      errors.invalidText(from.path(), "", "may not be specified when `value` is not empty");
    } else if (given > 1) {
      errors.invalidText(from.path(), "", "may not have more than one field specified at a time");
    }
  }

  private static void keyReference(At reference, Errors errors) {
    At name = reference.get("name");
    Names.subdomain(name.text(), false)
        .forEach(f -> errors.invalidText(name.path(), name.text(), f));
    At key = reference.get("key");
    if (key.empty()) {
      errors.required(key.path(), "");
    } else {
      ConfigKeys.faults(key.text()).forEach(f -> errors.invalid(key, f));
    }
  }

  private static void fileKeyReference(At reference, Errors errors) {
    At key = reference.get("key");
    if (key.empty()) {
      errors.required(key.path(), "");
    } else {
      nameFaults(key.text()).forEach(f -> errors.invalid(key, f));
    }
    At volume = reference.get("volumeName");
    if (volume.empty()) {
      errors.required(volume.path(), "");
    } else {
      Names.label(volume.text(), false).forEach(f -> errors.invalid(volume, f));
    }
    At path = reference.get("path");
    if (path.empty()) {
      errors.required(path.path(), "");
    } else if (List.of(path.text().split("/", -1)).contains("..")) {
      errors.invalid(path, "must not contain '..'");
    }
  }

  /** A variable read from a file names an emptyDir volume of the pod. */
  static void validateFileVolumes(At spec, Errors errors) {
    Map<String, At> volumes = new HashMap<>();
    spec.get("volumes").each().forEach(volume -> volumes.put(volume.text("name"), volume));
    for (At container : ContainerLists.visited(spec)) {
      for (At variable : container.get("env").each()) {
        At reference = variable.get("valueFrom").get("fileKeyRef");
        if (reference.absent()) {
          continue;
        }
        At name = reference.get("volumeName");
        At found = volumes.get(name.text());
        if (found == null) {
          errors.notFound(name.path(), GoText.quote(name.text()));
        } else if (!found.has("emptyDir")) {
          errors.invalidText(
              name.path(), name.text(), "referenced volume must be of type emptyDir");
        }
      }
    }
  }
}
