package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes rules of a policy's spec and annotations, for pods of one namespace. */
final class PolicyReader {
  private final At policy;
  private final At spec;
  private final NamespaceRanges namespace;
  private final Errors problems = new Errors();

  PolicyReader(At policy, NamespaceRanges namespace) {
    this.policy = policy;
    this.spec = policy.get("spec");
    this.namespace = namespace;
  }

  /** The strategies whose ranges come from the namespace. */
  static Set<String> fromNamespace(At policy) {
    String list = policy.get("metadata", "annotations").text(Extensions.NAMESPACE_RANGES);
    return list.isEmpty() ? Set.of() : new HashSet<>(List.of(list.split(",", -1)));
  }

  PolicyRules read() {
    At annotations = policy.get("metadata", "annotations");
    SeccompStrategy seccomp = SeccompStrategy.of(annotations);
    Optional<SeLinuxStrategy> seLinux = seLinux();
    List<PodRule> pod = new ArrayList<>();
    pod.add(new FsGroup(groups("fsGroup")));
    pod.add(new SupplementalGroups(groups("supplementalGroups")));
    groupsPolicy().ifPresent(pod::add);
    pod.add(seccomp);
    seLinux.ifPresent(pod::add);
    pod.add(HostNamespaces.of(spec));
    pod.add(
        new SysctlsStrategy(
            spec.get("allowedUnsafeSysctls").texts(), spec.get("forbiddenSysctls").texts()));
    pod.add(volumes());
    At classes = spec.get("runtimeClass");
    if (classes.present()) {
      pod.add(
          new RuntimeClassNames(
              classes.get("allowedRuntimeClassNames").texts(),
              classes.text("defaultRuntimeClassName")));
    }
    List<ContainerRule> container = new ArrayList<>();
    container.add(user());
    container.add(new RunAsGroup(groups("runAsGroup")));
    seLinux.ifPresent(container::add);
    container.add(AppArmorStrategy.of(annotations));
    container.add(seccomp);
    container.add(new Privileged(spec.get("privileged").truth()));
    container.add(ProcMount.of(spec.get("allowedProcMountTypes")));
    container.add(CapabilitiesStrategy.of(spec));
    container.add(new HostPortRanges(IdRange.of(spec.get("hostPorts"))));
    if (spec.get("readOnlyRootFilesystem").truth()) {
      container.add(new ReadOnlyRoot());
    }
    container.add(PrivilegeEscalation.of(spec));
    return new PolicyRules(List.copyOf(pod), List.copyOf(container), problems);
  }

  private RunAsUser user() {
    At options = spec.get("runAsUser");
    switch (options.text("rule")) {
      case "RunAsAny" -> {
        return new RunAsUser.RunAsAny();
      }
      case "MustRunAsNonRoot" -> {
        return new RunAsUser.MustRunAsNonRoot();
      }
      case "MustRunAs" -> {
        List<IdRange> ranges = ranges(options, "runAsUser");
        return ranges.isEmpty() ? new RunAsUser.RunAsAny() : new RunAsUser.MustRunAs(ranges);
      }
      default -> {
        unknown(options);
        return new RunAsUser.RunAsAny();
      }
    }
  }

  private GroupIds groups(String strategy) {
    At options = spec.get(strategy);
    boolean optional = strategy.equals("runAsGroup") && options.absent();
    String rule = optional ? "RunAsAny" : options.text("rule");
    switch (rule) {
      case "RunAsAny" -> {
        return new GroupIds.RunAsAny();
      }
      case "MayRunAs", "MustRunAs" -> {
        List<IdRange> ranges = ranges(options, strategy);
        if (ranges.isEmpty()) {
          return new GroupIds.RunAsAny();
        }
        return rule.equals("MayRunAs")
            ? new GroupIds.MayRunAs(ranges)
            : new GroupIds.MustRunAs(ranges);
      }
      default -> {
        unknown(options);
        return new GroupIds.RunAsAny();
      }
    }
  }

  /** The namespace's ranges or the policy's own; none is a problem, so the policy is not used. */
  private List<IdRange> ranges(At options, String strategy) {
    List<IdRange> own = IdRange.of(options.get("ranges"));
    try {
      if (fromNamespace(policy).contains(strategy)) {
        own = namespace.of(strategy).orElse(own);
      }
    } catch (IllegalArgumentException e) {
      problems.forbidden(options.get("ranges").path(), String.valueOf(e.getMessage()));
      return own;
    }
    if (own.isEmpty()) {
      problems.required(
          options.get("ranges").path(), options.text("rule") + " requires at least one range");
    }
    return own;
  }

  private void unknown(At options) {
    problems.unsupported(options.get("rule"), List.of());
  }

  private Optional<SeLinuxStrategy> seLinux() {
    At options = spec.get("seLinux");
    switch (options.text("rule")) {
      case "RunAsAny" -> {
        return Optional.empty();
      }
      case "MustRunAs" -> {
        At label = options.get("seLinuxOptions");
        if (label.absent()) {
          problems.required(label.path(), "MustRunAs requires seLinuxOptions");
          return Optional.empty();
        }
        return Optional.of(new SeLinuxStrategy(label.node()));
      }
      default -> {
        unknown(options);
        return Optional.empty();
      }
    }
  }

  private Optional<GroupsPolicyStrategy> groupsPolicy() {
    At options = spec.get("supplementalGroupsPolicy");
    String rule = options.text("rule");
    if (options.absent() || rule.equals("RunAsAny")) {
      return Optional.empty();
    }
    if (!rule.equals("MustRunAs") && !rule.equals("MayRunAs")) {
      unknown(options);
      return Optional.empty();
    }
    List<String> values = options.get("values").texts();
    if (values.isEmpty()) {
      problems.required(options.get("values").path(), rule + " requires at least one value");
      return Optional.empty();
    }
    return Optional.of(new GroupsPolicyStrategy(rule.equals("MustRunAs"), values));
  }

  private VolumesStrategy volumes() {
    return new VolumesStrategy(
        new HashSet<>(spec.get("volumes").texts()),
        AllowedHostPaths.of(spec.get("allowedHostPaths")),
        names(spec.get("allowedFlexVolumes"), "driver"),
        names(spec.get("allowedCSIDrivers"), "name"));
  }

  private static Set<String> names(At drivers, String field) {
    return drivers.each().stream().map(d -> d.text(field)).collect(Collectors.toSet());
  }
}
