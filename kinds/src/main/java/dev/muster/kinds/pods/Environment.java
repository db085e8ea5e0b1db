package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.ConfigKeys;
import dev.muster.kinds.pods.security.VisitedContainers;
import dev.muster.kinds.pods.volumes.FieldReferences;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.EnvFromSource;
import dev.muster.views.CoreV1.EnvVar;
import dev.muster.views.CoreV1.EnvVarSource;
import dev.muster.views.CoreV1.FileKeySelector;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.View;
import dev.muster.views.ViewList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Environment variables and where their values come from. */
final class Environment {
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

  static void validate(ViewList<EnvVar> env, Errors errors) {
    for (EnvVar variable : env) {
      At name = variable.name();
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

  static void validateFrom(ViewList<EnvFromSource> envFrom, Errors errors) {
    for (EnvFromSource source : envFrom) {
      At prefix = source.prefix();
      if (!prefix.empty()) {
        nameFaults(prefix.text()).forEach(f -> errors.invalid(prefix, f));
      }
      int given = 0;
      if (source.configMapRef().present()) {
        given++;
        referenceName(source.configMapRef().name(), errors);
      }
      if (source.secretRef().present()) {
        given++;
        referenceName(source.secretRef().name(), errors);
      }
      if (given == 0) {
        errors.invalidText(
            envFrom.at().path(), "", "must specify one of: `configMapRef` or `secretRef`");
      } else if (given > 1) {
        errors.invalidText(
            envFrom.at().path(), "", "may not have more than one field specified at a time");
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

  private static void valueFrom(EnvVar variable, Errors errors) {
    EnvVarSource from = variable.valueFrom();
    if (from.absent()) {
      return;
    }
    if (from.fieldRef().present()) {
      FieldReferences.validateField(from.fieldRef(), FIELDS, errors);
    }
    if (from.resourceFieldRef().present()) {
      FieldReferences.validateResource(from.resourceFieldRef(), false, errors);
    }
    if (from.configMapKeyRef().present()) {
      keyReference(from.configMapKeyRef().name(), from.configMapKeyRef().key(), errors);
    }
    if (from.secretKeyRef().present()) {
      keyReference(from.secretKeyRef().name(), from.secretKeyRef().key(), errors);
    }
    if (from.fileKeyRef().present()) {
      fileKeyReference(from.fileKeyRef(), errors);
    }
    long given =
        Stream.of(
                from.fieldRef(),
                from.resourceFieldRef(),
                from.configMapKeyRef(),
                from.secretKeyRef(),
                from.fileKeyRef())
            .filter(View::present)
            .count();
    if (given == 0) {
      errors.invalidText(
          from.at().path(),
          "",
          "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`");
    } else if (!variable.value().empty()) {
      errors.invalidText(from.at().path(), "", "may not be specified when `value` is not empty");
    } else if (given > 1) {
      errors.invalidText(
          from.at().path(), "", "may not have more than one field specified at a time");
    }
  }

  private static void keyReference(At name, At key, Errors errors) {
    Names.subdomain(name.text(), false)
        .forEach(f -> errors.invalidText(name.path(), name.text(), f));
    if (key.empty()) {
      errors.required(key.path(), "");
    } else {
      ConfigKeys.faults(key.text()).forEach(f -> errors.invalid(key, f));
    }
  }

  private static void fileKeyReference(FileKeySelector reference, Errors errors) {
    At key = reference.key();
    if (key.empty()) {
      errors.required(key.path(), "");
    } else {
      nameFaults(key.text()).forEach(f -> errors.invalid(key, f));
    }
    At volume = reference.volumeName();
    if (volume.empty()) {
      errors.required(volume.path(), "");
    } else {
      Names.label(volume.text(), false).forEach(f -> errors.invalid(volume, f));
    }
    At path = reference.path();
    if (path.empty()) {
      errors.required(path.path(), "");
    } else if (List.of(path.text().split("/", -1)).contains("..")) {
      errors.invalid(path, "must not contain '..'");
    }
  }

  /** A variable read from a file names an emptyDir volume of the pod. */
  static void validateFileVolumes(PodSpec spec, Errors errors) {
    Map<String, Volume> volumes = new HashMap<>();
    spec.volumes().forEach(volume -> volumes.put(volume.name().text(), volume));
    for (Container container : VisitedContainers.of(spec)) {
      for (EnvVar variable : container.env()) {
        FileKeySelector reference = variable.valueFrom().fileKeyRef();
        if (reference.absent()) {
          continue;
        }
        At name = reference.volumeName();
        Volume found = volumes.get(name.text());
        if (found == null) {
          errors.notFound(name.path(), GoText.quote(name.text()));
        } else if (found.emptyDir().absent()) {
          errors.invalidText(
              name.path(), name.text(), "referenced volume must be of type emptyDir");
        }
      }
    }
  }
}
