package dev.muster.kinds.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.PolicyV1beta1.AllowedCSIDriver;
import dev.muster.views.PolicyV1beta1.AllowedFlexVolume;
import dev.muster.views.PolicyV1beta1.AllowedHostPath;
import dev.muster.views.PolicyV1beta1.IDRange;
import dev.muster.views.PolicyV1beta1.MutablePodSecurityPolicy;
import dev.muster.views.PolicyV1beta1.MutablePodSecurityPolicySpec;
import dev.muster.views.PolicyV1beta1.PodSecurityPolicy;
import dev.muster.views.PolicyV1beta1.PodSecurityPolicySpec;
import dev.muster.views.PolicyV1beta1.RunAsGroupStrategyOptions;
import dev.muster.views.PolicyV1beta1.RunAsUserStrategyOptions;
import dev.muster.views.PolicyV1beta1.RuntimeClassStrategyOptions;
import dev.muster.views.ViewList;
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
    MutablePodSecurityPolicySpec spec = MutablePodSecurityPolicy.of(object).spec().ensure();
    if (!spec.allowPrivilegeEscalation().present()) {
      spec.allowPrivilegeEscalation(true);
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At annotations = PodSecurityPolicy.of(object).metadata().annotations();
    PolicyProfiles.validate(annotations, errors);
    PolicyExtensions.validateAnnotations(annotations, errors);
    PodSecurityPolicySpec spec = PodSecurityPolicy.of(object).spec();
    identities(spec, errors);
    for (At volume : spec.volumes().each()) {
      if (!VOLUMES.contains(volume.text())) {
        errors.unsupported(spec.volumes().path(), "\"" + volume.text() + "\"", VOLUMES);
      }
    }
    capabilities(spec, errors);
    At escalation = spec.defaultAllowPrivilegeEscalation();
    if (escalation.truth() && !spec.allowPrivilegeEscalation().truth()) {
      errors.invalid(
          escalation,
          "Cannot set DefaultAllowPrivilegeEscalation to true without also setting"
              + " AllowPrivilegeEscalation to true");
    }
    for (At type : spec.allowedProcMountTypes().each()) {
      if (!type.text().equals("Default") && !type.text().equals("Unmasked")) {
        errors.unsupported(type, List.of("Default", "Unmasked"));
      }
    }
    hostPaths(spec.allowedHostPaths(), errors);
    drivers(spec, errors);
    SysctlPatterns.validate(spec.allowedUnsafeSysctls(), spec.forbiddenSysctls(), errors);
    runtimeClass(spec.runtimeClass(), errors);
  }

  private static void identities(PodSecurityPolicySpec spec, Errors errors) {
    RunAsUserStrategyOptions user = spec.runAsUser();
    rule(user.rule(), List.of("MustRunAs", "MustRunAsNonRoot", "RunAsAny"), errors);
    ranges(user.ranges(), errors);
    RunAsGroupStrategyOptions group = spec.runAsGroup();
    if (group.present()) {
      group(group, errors);
    }
    rule(spec.seLinux().rule(), List.of("MustRunAs", "RunAsAny"), errors);
    List<String> ofGroups = List.of("MayRunAs", "MustRunAs", "RunAsAny");
    rule(spec.supplementalGroups().rule(), ofGroups, errors);
    ranges(spec.supplementalGroups().ranges(), errors);
    rule(spec.fsGroup().rule(), ofGroups, errors);
    ranges(spec.fsGroup().ranges(), errors);
    PolicyExtensions.validateGroupsPolicy(spec.supplementalGroupsPolicy(), errors);
  }

  private static void group(RunAsGroupStrategyOptions group, Errors errors) {
    ViewList<IDRange> ranges = group.ranges();
    switch (group.rule().text()) {
      case "RunAsAny" -> {
        if (ranges.size() > 0) {
          errors.invalid(ranges.at().path(), IdRanges.shown(ranges), "Ranges must be empty");
        }
      }
      case "MustRunAs", "MayRunAs" -> {
        if (ranges.size() == 0) {
          errors.invalid(ranges.at().path(), "null", "must provide at least one range");
        }
        ranges(ranges, errors);
      }
      default -> errors.unsupported(group.rule(), List.of("MustRunAs", "RunAsAny", "MayRunAs"));
    }
  }

  private static void rule(At rule, List<String> known, Errors errors) {
    if (!known.contains(rule.text())) {
      errors.unsupported(rule, known);
    }
  }

  private static void ranges(ViewList<IDRange> ranges, Errors errors) {
    ranges.forEach(range -> IdRanges.validate(range, errors));
  }

  private static void capabilities(PodSecurityPolicySpec spec, Errors errors) {
    At drops = spec.requiredDropCapabilities();
    if (drops.size() > 0 && spec.allowedCapabilities().texts().contains(ANY)) {
      errors.invalid(
          Path.of("requiredDropCapabilities"),
          drops.node().toString(),
          "must be empty when all capabilities are allowed by a wildcard");
    }
    Set<String> dropped = new HashSet<>(drops.texts());
    for (String list : List.of("defaultAddCapabilities", "allowedCapabilities")) {
      for (String capability : spec.at().get(list).texts()) {
        if (dropped.contains(capability)) {
          errors.invalidText(
              Path.of(list),
              capability,
              "capability is listed in " + list + " and requiredDropCapabilities");
        }
      }
    }
  }

  private static void hostPaths(ViewList<AllowedHostPath> paths, Errors errors) {
    for (AllowedHostPath path : paths) {
      String prefix = path.pathPrefix().text();
      if (prefix.isEmpty()) {
        errors.required(path.at().path(), "is required");
        return;
      }
      if (List.of(prefix.split("/", -1)).contains("..")) {
        errors.invalidText(path.at().path(), prefix, "must not contain '..'");
      }
    }
  }

  private static void drivers(PodSecurityPolicySpec spec, Errors errors) {
    int i = 0;
    for (AllowedFlexVolume volume : spec.allowedFlexVolumes()) {
      if (volume.driver().text().isEmpty()) {
        errors.required(
            spec.allowedFlexVolumes()
                .at()
                .path()
                .child("allowedFlexVolumes")
                .index(i)
                .child("driver"),
            "must specify a driver");
      }
      i++;
    }
    i = 0;
    for (AllowedCSIDriver driver : spec.allowedCSIDrivers()) {
      csi(
          driver.name().text(),
          spec.allowedCSIDrivers().at().path().child("allowedCSIDriver").index(i++).child("name"),
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

  private static void runtimeClass(RuntimeClassStrategyOptions options, Errors errors) {
    if (options.absent()) {
      return;
    }
    At names = options.allowedRuntimeClassNames();
    Set<String> allowed = new HashSet<>();
    for (At name : names.each()) {
      if (!name.text().equals(ANY)) {
        Names.subdomain(name.text(), false).forEach(f -> errors.invalid(name, f));
      }
      if (!allowed.add(name.text())) {
        errors.duplicate(name);
      }
    }
    At byDefault = options.defaultRuntimeClassName();
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
