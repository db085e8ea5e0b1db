package dev.muster.node.machine;

import dev.muster.base.go.GoText;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.Sysctl;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Kernel parameters that pods may set: those that touch nobody but the pod, and those that the
 * node's owner allows.
 */
public final class SysctlAllowlist {
  /** Whose they are: a pod that shares it with the host may not set them. */
  private enum Namespace {
    IPC("IPC"),
    NET("Net");

    private final String text;

    Namespace(String text) {
      this.text = text;
    }
  }

  /** Safe ones, and since which kernel they are the pod's own. */
  private static final Map<String, String> SAFE =
      Map.ofEntries(
          Map.entry("kernel.shm_rmid_forced", "0"),
          Map.entry("net.ipv4.ip_local_port_range", "0"),
          Map.entry("net.ipv4.tcp_syncookies", "0"),
          Map.entry("net.ipv4.ping_group_range", "0"),
          Map.entry("net.ipv4.ip_unprivileged_port_start", "0"),
          Map.entry("net.ipv4.ip_local_reserved_ports", "3.16"),
          Map.entry("net.ipv4.tcp_keepalive_time", "4.5"),
          Map.entry("net.ipv4.tcp_fin_timeout", "4.6"),
          Map.entry("net.ipv4.tcp_keepalive_intvl", "4.5"),
          Map.entry("net.ipv4.tcp_keepalive_probes", "4.5"),
          Map.entry("net.ipv4.tcp_rmem", "4.15"),
          Map.entry("net.ipv4.tcp_wmem", "4.15"));

  private static final List<String> IPC =
      List.of(
          "kernel.sem",
          "kernel.shmall",
          "kernel.shmmax",
          "kernel.shmmni",
          "kernel.shm_rmid_forced",
          "kernel.shm",
          "kernel.msgmax",
          "kernel.msgmnb",
          "kernel.msgmni",
          "kernel.msg");

  private static final int LONGEST = 253;
  private static final String SEGMENT = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
  private static final String SHAPE = "(" + SEGMENT + "[\\./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]";
  private static final Pattern PATTERN = Pattern.compile(SHAPE);

  private final Map<String, Namespace> names;
  private final Map<String, Namespace> prefixes;

  private SysctlAllowlist(Map<String, Namespace> names, Map<String, Namespace> prefixes) {
    this.names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
    this.prefixes = Collections.unmodifiableMap(new LinkedHashMap<>(prefixes));
  }

  /**
   * @param kernel this machine's version
   * @param unsafe names, or patterns that end with an asterisk
   * @throws IllegalArgumentException when one is not known to belong to a pod
   */
  public static SysctlAllowlist of(String kernel, List<String> unsafe) {
    Map<String, Namespace> names = new LinkedHashMap<>();
    Map<String, Namespace> prefixes = new LinkedHashMap<>();
    SAFE.forEach(
        (name, since) -> {
          if (atLeast(kernel, since)) {
            names.put(name, namespace(name).orElseThrow());
          }
        });
    for (String pattern : unsafe) {
      if (pattern.length() > LONGEST || !PATTERN.matcher(pattern).matches()) {
        throw new IllegalArgumentException(
            "sysctl %s must have at most %d characters and match regex %s"
                .formatted(GoText.quote(pattern), LONGEST, SHAPE));
      }
      String name = dotted(pattern);
      int star = name.indexOf('*');
      String fixed = star < 0 ? name : name.substring(0, star);
      Namespace namespace =
          namespace(fixed)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "the sysctls "
                              + GoText.quote(fixed)
                              + " are not known to be namespaced"));
      (star < 0 ? names : prefixes).put(fixed, namespace);
    }
    return new SysctlAllowlist(names, prefixes);
  }

  private static boolean atLeast(String kernel, String version) {
    String[] have = kernel.split("[^0-9]+");
    String[] least = version.split("\\.");
    for (int i = 0; i < least.length; i++) {
      int own = i < have.length && !have[i].isEmpty() ? Integer.parseInt(have[i]) : 0;
      int wanted = Integer.parseInt(least[i]);
      if (own != wanted) {
        return own > wanted;
      }
    }
    return true;
  }

  private static Optional<Namespace> namespace(String name) {
    if (IPC.contains(name) || name.startsWith("fs.mqueue.")) {
      return Optional.of(Namespace.IPC);
    }
    return name.startsWith("net.") ? Optional.of(Namespace.NET) : Optional.empty();
  }

  /** Names may be written with slashes; then their dots are part of a name. */
  private static String dotted(String name) {
    int slash = name.indexOf('/');
    int dot = name.indexOf('.');
    if (slash < 0 || dot >= 0 && dot < slash) {
      return name;
    }
    return name.replace('.', '\0').replace('/', '.').replace('\0', '/');
  }

  /** Why a pod may not have what it asks for; empty if it may. */
  public Optional<String> problem(PodSpec spec) {
    for (Sysctl each : spec.securityContext().sysctls()) {
      String name = dotted(each.name().text());
      Optional<Namespace> namespace = find(name);
      if (namespace.isEmpty()) {
        return Optional.of("forbidden sysctl: " + GoText.quote(name) + " not allowlisted");
      }
      boolean shared =
          switch (namespace.get()) {
            case IPC -> spec.hostIPC().truth();
            case NET -> spec.hostNetwork().truth();
          };
      if (shared) {
        return Optional.of(
            "forbidden sysctl: %s not allowed with host %s enabled"
                .formatted(GoText.quote(name), namespace.get().text));
      }
    }
    return Optional.empty();
  }

  private Optional<Namespace> find(String name) {
    return Optional.ofNullable(names.get(name))
        .or(
            () ->
                prefixes.entrySet().stream()
                    .filter(each -> name.startsWith(each.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst());
  }
}
