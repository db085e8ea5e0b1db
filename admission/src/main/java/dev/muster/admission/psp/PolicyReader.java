package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.SELinuxOptions;
import dev.muster.views.PolicyV1beta1.AllowedCSIDriver;
import dev.muster.views.PolicyV1beta1.AllowedFlexVolume;
import dev.muster.views.PolicyV1beta1.IDRange;
import dev.muster.views.PolicyV1beta1.PodSecurityPolicy;
import dev.muster.views.PolicyV1beta1.PodSecurityPolicySpec;
import dev.muster.views.PolicyV1beta1.RuntimeClassStrategyOptions;
import dev.muster.views.PolicyV1beta1.SELinuxStrategyOptions;
import dev.muster.views.PolicyV1beta1.SupplementalGroupsPolicyStrategyOptions;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes rules of a policy's spec and annotations, for pods of one namespace. */
final class PolicyReader {
  private final PodSecurityPolicy policy;
  private final PodSecurityPolicySpec spec;
  private final NamespaceRanges namespace;
  private final Errors problems = new Errors();

  PolicyReader(PodSecurityPolicy policy, NamespaceRanges namespace) {
    this.policy = policy;
    this.spec = policy.spec();
    this.namespace = namespace;
  }

  /** The strategies whose ranges come from the namespace. */
  static Set<String> fromNamespace(PodSecurityPolicy policy) {
    String list = policy.metadata().annotations().text(Extensions.NAMESPACE_RANGES);
    return list.isEmpty() ? Set.of() : new HashSet<>(List.of(list.split(",", -1)));
  }

  PolicyRules read() {
    At annotations = policy.metadata().annotations();
    SeccompStrategy seccomp = SeccompStrategy.of(annotations);
    Optional<SeLinuxStrategy> seLinux = seLinux();
    List<PodRule> pod = new ArrayList<>();
    pod.add(new FsGroup(groups("fsGroup", spec.fsGroup().rule(), spec.fsGroup().ranges())));
    pod.add(
        new SupplementalGroups(
            groups(
                "supplementalGroups",
                spec.supplementalGroups().rule(),
                spec.supplementalGroups().ranges())));
    groupsPolicy().ifPresent(pod::add);
    pod.add(seccomp);
    seLinux.ifPresent(pod::add);
    pod.add(HostNamespaces.of(spec));
    pod.add(
        new SysctlsStrategy(spec.allowedUnsafeSysctls().texts(), spec.forbiddenSysctls().texts()));
    pod.add(volumes());
    RuntimeClassStrategyOptions classes = spec.runtimeClass();
    if (classes.present()) {
      pod.add(
          new RuntimeClassNames(
              classes.allowedRuntimeClassNames().texts(),
              classes.defaultRuntimeClassName().text()));
    }
    List<ContainerRule> container = new ArrayList<>();
    container.add(user());
    container.add(new RunAsGroup(runAsGroup()));
    seLinux.ifPresent(container::add);
    container.add(AppArmorStrategy.of(annotations));
    container.add(seccomp);
    container.add(new Privileged(spec.privileged().truth()));
    container.add(ProcMount.of(spec.allowedProcMountTypes()));
    container.add(CapabilitiesStrategy.of(spec));
    container.add(HostPortRanges.of(spec.hostPorts()));
    if (spec.readOnlyRootFilesystem().truth()) {
      container.add(new ReadOnlyRoot());
    }
    container.add(PrivilegeEscalation.of(spec));
    return new PolicyRules(List.copyOf(pod), List.copyOf(container), problems);
  }

  private RunAsUser user() {
    At rule = spec.runAsUser().rule();
    switch (rule.text()) {
      case "RunAsAny" -> {
        return new RunAsUser.RunAsAny();
      }
      case "MustRunAsNonRoot" -> {
        return new RunAsUser.MustRunAsNonRoot();
      }
      case "MustRunAs" -> {
        List<IdRange> ranges = ranges("runAsUser", rule, spec.runAsUser().ranges());
        return ranges.isEmpty() ? new RunAsUser.RunAsAny() : new RunAsUser.MustRunAs(ranges);
      }
      default -> {
        unknown(rule);
        return new RunAsUser.RunAsAny();
      }
    }
  }

  /** The one strategy that a policy may leave out. */
  private GroupIds runAsGroup() {
    return spec.runAsGroup().present()
        ? groups("runAsGroup", spec.runAsGroup().rule(), spec.runAsGroup().ranges())
        : new GroupIds.RunAsAny();
  }

  private GroupIds groups(String strategy, At rule, ViewList<IDRange> given) {
    switch (rule.text()) {
      case "RunAsAny" -> {
        return new GroupIds.RunAsAny();
      }
      case "MayRunAs", "MustRunAs" -> {
        List<IdRange> ranges = ranges(strategy, rule, given);
        if (ranges.isEmpty()) {
          return new GroupIds.RunAsAny();
        }
        return rule.text().equals("MayRunAs")
            ? new GroupIds.MayRunAs(ranges)
            : new GroupIds.MustRunAs(ranges);
      }
      default -> {
        unknown(rule);
        return new GroupIds.RunAsAny();
      }
    }
  }

  /** The namespace's ranges or the policy's own; none is a problem, so the policy is not used. */
  private List<IdRange> ranges(String strategy, At rule, ViewList<IDRange> given) {
    List<IdRange> own = IdRange.of(given);
    try {
      if (fromNamespace(policy).contains(strategy)) {
        own = namespace.of(strategy).orElse(own);
      }
    } catch (IllegalArgumentException e) {
      problems.forbidden(given.at().path(), String.valueOf(e.getMessage()));
      return own;
    }
    if (own.isEmpty()) {
      problems.required(given.at().path(), rule.text() + " requires at least one range");
    }
    return own;
  }

  private void unknown(At rule) {
    problems.unsupported(rule, List.of());
  }

  private Optional<SeLinuxStrategy> seLinux() {
    SELinuxStrategyOptions options = spec.seLinux();
    switch (options.rule().text()) {
      case "RunAsAny" -> {
        return Optional.empty();
      }
      case "MustRunAs" -> {
        SELinuxOptions label = options.seLinuxOptions();
        if (label.absent()) {
          problems.required(label.at().path(), "MustRunAs requires seLinuxOptions");
          return Optional.empty();
        }
        return Optional.of(new SeLinuxStrategy(label));
      }
      default -> {
        unknown(options.rule());
        return Optional.empty();
      }
    }
  }

  private Optional<GroupsPolicyStrategy> groupsPolicy() {
    SupplementalGroupsPolicyStrategyOptions options = spec.supplementalGroupsPolicy();
    String rule = options.rule().text();
    if (options.absent() || rule.equals("RunAsAny")) {
      return Optional.empty();
    }
    if (!rule.equals("MustRunAs") && !rule.equals("MayRunAs")) {
      unknown(options.rule());
      return Optional.empty();
    }
    List<String> values = options.values().texts();
    if (values.isEmpty()) {
      problems.required(options.values().path(), rule + " requires at least one value");
      return Optional.empty();
    }
    return Optional.of(new GroupsPolicyStrategy(rule.equals("MustRunAs"), values));
  }

  private VolumesStrategy volumes() {
    return new VolumesStrategy(
        new HashSet<>(spec.volumes().texts()),
        AllowedHostPaths.of(spec.allowedHostPaths()),
        texts(spec.allowedFlexVolumes(), AllowedFlexVolume::driver),
        texts(spec.allowedCSIDrivers(), AllowedCSIDriver::name));
  }

  private static <V> Set<String> texts(List<V> drivers, Function<V, At> field) {
    return drivers.stream().map(d -> field.apply(d).text()).collect(Collectors.toSet());
  }
}
