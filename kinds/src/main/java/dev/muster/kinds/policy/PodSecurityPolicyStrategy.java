package dev.muster.kinds.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.Strategy;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Pod security policies, as Kubernetes 1.24 had them, and what {@link PolicyExtensions} adds to
 * them.
 */
public final class PodSecurityPolicyStrategy implements Strategy {
  private static final String ANY = "*";

  /** In the order in which a refusal lists them. */
  private static final List<String> VOLUMES =
      List.of(
          ANY,
          "awsElasticBlockStore",
          "azureDisk",
          "azureFile",
          "cephFS",
          "cinder",
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "fc",
          "flexVolume",
          "flocker",
          "gcePersistentDisk",
          "gitRepo",
          "glusterfs",
          "hostPath",
          "iscsi",
          "nfs",
          "persistentVolumeClaim",
          "photonPersistentDisk",
          "portworxVolume",
          "projected",
          "quobyte",
          "rbd",
          "scaleIO",
          "secret",
          "storageos",
          "vsphereVolume");

  @Override
  public void applyDefaults(ObjectNode object) {
    ObjectNode spec = object.withObject("spec");
    if (!spec.has("allowPrivilegeEscalation")) {
      spec.put("allowPrivilegeEscalation", true);
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At annotations = At.root(object).get("metadata", "annotations");
    PolicyProfiles.validate(annotations, errors);
    PolicyExtensions.validateAnnotations(annotations, errors);
    At spec = At.root(object).get("spec");
    identities(spec, errors);
    for (At volume : spec.get("volumes").each()) {
      if (!VOLUMES.contains(volume.text())) {
        errors.unsupported(spec.path().child("volumes"), "\"" + volume.text() + "\"", VOLUMES);
      }
    }
    capabilities(spec, errors);
    At escalation = spec.get("defaultAllowPrivilegeEscalation");
    if (escalation.truth() && !spec.get("allowPrivilegeEscalation").truth()) {
      errors.invalid(
          escalation,
          "Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true");
    }
    for (At type : spec.get("allowedProcMountTypes").each()) {
      if (!type.text().equals("Default") && !type.text().equals("Unmasked")) {
        errors.unsupported(type, List.of("Default", "Unmasked"));
      }
    }
    hostPaths(spec.get("allowedHostPaths"), errors);
    drivers(spec, errors);
    SysctlPatterns.validate(spec.get("allowedUnsafeSysctls"), spec.get("forbiddenSysctls"), errors);
    runtimeClass(spec.get("runtimeClass"), errors);
  }

  private static void identities(At spec, Errors errors) {
    At user = spec.get("runAsUser");
    rule(user, List.of("MustRunAs", "MustRunAsNonRoot", "RunAsAny"), errors);
    ranges(user, errors);
    At group = spec.get("runAsGroup");
    if (group.present()) {
      group(group, errors);
    }
    rule(spec.get("seLinux"), List.of("MustRunAs", "RunAsAny"), errors);
    for (String groups : List.of("supplementalGroups", "fsGroup")) {
      rule(spec.get(groups), List.of("MayRunAs", "MustRunAs", "RunAsAny"), errors);
      ranges(spec.get(groups), errors);
    }
    PolicyExtensions.validateGroupsPolicy(spec.get("supplementalGroupsPolicy"), errors);
  }

  private static void group(At group, Errors errors) {
    At ranges = group.get("ranges");
    switch (group.text("rule")) {
      case "RunAsAny" -> {
        if (ranges.size() > 0) {
          errors.invalid(ranges.path(), IdRanges.shown(ranges), "Ranges must be empty");
        }
      }
      case "MustRunAs", "MayRunAs" -> {
        if (ranges.size() == 0) {
          errors.invalid(ranges.path(), "null", "must provide at least one range");
        }
        ranges(group, errors);
      }
      default ->
          errors.unsupported(group.get("rule"), List.of("MustRunAs", "RunAsAny", "MayRunAs"));
    }
  }

  private static void rule(At options, List<String> known, Errors errors) {
    if (!known.contains(options.text("rule"))) {
      errors.unsupported(options.get("rule"), known);
    }
  }

  private static void ranges(At options, Errors errors) {
    options.get("ranges").each().forEach(range -> IdRanges.validate(range, errors));
  }

  private static void capabilities(At spec, Errors errors) {
    At drops = spec.get("requiredDropCapabilities");
    if (drops.size() > 0 && spec.get("allowedCapabilities").texts().contains(ANY)) {
      errors.invalid(
          Path.of("requiredDropCapabilities"),
          drops.node().toString(),
          "must be empty when all capabilities are allowed by a wildcard");
    }
    Set<String> dropped = new HashSet<>(drops.texts());
    for (String list : List.of("defaultAddCapabilities", "allowedCapabilities")) {
      for (String capability : spec.get(list).texts()) {
        if (dropped.contains(capability)) {
          errors.invalidText(
              Path.of(list),
              capability,
              "capability is listed in " + list + " and requiredDropCapabilities");
        }
      }
    }
  }

  private static void hostPaths(At paths, Errors errors) {
    for (At path : paths.each()) {
      String prefix = path.text("pathPrefix");
      if (prefix.isEmpty()) {
        errors.required(path.path(), "is required");
        return;
      }
      if (List.of(prefix.split("/", -1)).contains("..")) {
        errors.invalidText(path.path(), prefix, "must not contain '..'");
      }
    }
  }

  private static void drivers(At spec, Errors errors) {
    int i = 0;
    for (At volume : spec.get("allowedFlexVolumes").each()) {
      if (volume.text("driver").isEmpty()) {
        errors.required(
            spec.path()
                .child("allowedFlexVolumes")
                .child("allowedFlexVolumes")
                .index(i)
                .child("driver"),
            "must specify a driver");
      }
      i++;
    }
    i = 0;
    for (At driver : spec.get("allowedCSIDrivers").each()) {
      csi(
          driver.text("name"),
          spec.path().child("allowedCSIDrivers").child("allowedCSIDriver").index(i++).child("name"),
          errors);
    }
  }

  private static void csi(String name, Path at, Errors errors) {
    if (name.isEmpty()) {
      errors.required(at, "");
    }
    if (name.length() > 63) {
      errors.tooLong(at, 63);
    }
    Names.subdomain(name.toLowerCase(Locale.ROOT), false)
        .forEach(f -> errors.invalidText(at, name, f));
  }

  private static void runtimeClass(At options, Errors errors) {
    if (options.absent()) {
      return;
    }
    At names = options.get("allowedRuntimeClassNames");
    Set<String> allowed = new HashSet<>();
    for (At name : names.each()) {
      if (!name.text().equals(ANY)) {
        Names.subdomain(name.text(), false).forEach(f -> errors.invalid(name, f));
      }
      if (!allowed.add(name.text())) {
        errors.duplicate(name);
      }
    }
    At byDefault = options.get("defaultRuntimeClassName");
    if (byDefault.present()) {
      Names.subdomain(byDefault.text(), false).forEach(f -> errors.invalid(byDefault, f));
      if (!allowed.contains(byDefault.text()) && !allowed.contains(ANY)) {
        errors.required(names.path(), "default " + byDefault.node() + " must be allowed");
      }
    }
    if (allowed.contains(ANY) && names.size() > 1) {
      errors.invalid(names, "if '*' is present, must not specify other RuntimeClass names");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    validate(object, errors);
  }
}
