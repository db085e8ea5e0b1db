package dev.muster.cli.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.model.quantity.Quantity;
import dev.muster.node.containers.DnsSettings;
import dev.muster.node.images.CredentialVerification;
import dev.muster.node.logs.LogLimits;
import dev.muster.node.machine.Machine;
import dev.muster.node.machine.MachineIdentity;
import dev.muster.node.machine.SysctlAllowlist;
import dev.muster.node.pressure.EvictionConfig;
import dev.muster.views.CoreV1.MutableTaint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code node} and {@code up} can be told about the node; kubelet's names. */
public final class NodeFlags {
  @Option(
      names = {"--hostname-override", "--node-name"},
      paramLabel = "NAME",
      description = "The node's name (default: this machine's).")
  @Nullable String name;

  @Option(
      names = "--node-ip",
      paramLabel = "IP",
      description = "The node's address (default: that of the default route's interface).")
  @Nullable String address;

  @Option(
      names = "--node-labels",
      split = ",",
      paramLabel = "KEY=VALUE",
      description = "Labels beside the usual ones.")
  Map<String, String> labels = Map.of();

  @Option(
      names = "--register-with-taints",
      split = ",",
      paramLabel = "KEY=VALUE:EFFECT",
      description = "Taints that the node has from the start.")
  List<String> taints = List.of();

  @Option(
      names = "--max-pods",
      paramLabel = "N",
      defaultValue = "110",
      description = "How many pods run at most (default: ${DEFAULT-VALUE}).")
  int maxPods = 110;

  @Option(
      names = "--pod-manifest-path",
      paramLabel = "DIR",
      description = "A folder of manifests; their pods run with or without an API server.")
  @Nullable Path manifests;

  @Option(
      names = "--cluster-dns",
      hidden = true,
      split = ",",
      paramLabel = "IP",
      description = "Name servers for pods (default: the cluster's own, or else the host's).")
  List<String> clusterDns = List.of();

  @Option(
      names = "--cluster-domain",
      hidden = true,
      paramLabel = "DOMAIN",
      defaultValue = "cluster.local",
      description = "The cluster's domain (default: ${DEFAULT-VALUE}).")
  String clusterDomain = "cluster.local";

  @Option(
      names = "--container-log-max-size",
      hidden = true,
      paramLabel = "SIZE",
      defaultValue = "10Mi",
      description =
          "From this size on a container's log is set aside (default: ${DEFAULT-VALUE};"
              + " negative: never).")
  String logSize = "10Mi";

  @Option(
      names = "--container-log-max-files",
      hidden = true,
      paramLabel = "N",
      defaultValue = "5",
      description = "How many logs a container has at most (default: ${DEFAULT-VALUE}).")
  int logFiles = 5;

  @Mixin EvictionFlags eviction = new EvictionFlags();

  @Mixin ImageFlags images = new ImageFlags();

  @Option(
      names = "--allowed-unsafe-sysctls",
      hidden = true,
      split = ",",
      paramLabel = "NAME",
      description = "Kernel parameters that pods may set beside the safe ones; NAME may end in *.")
  List<String> unsafeSysctls = List.of();

  @Option(
      names = "--resolv-conf",
      paramLabel = "FILE",
      defaultValue = "/etc/resolv.conf",
      hidden = true)
  Path resolvConf = Path.of("/etc/resolv.conf");

  /** A node of that name and address; everything else as usual. */
  public static NodeFlags of(String name, String address) {
    NodeFlags flags = new NodeFlags();
    flags.name = name;
    flags.address = address;
    return flags;
  }

  /**
   * @param version the one that is emulated
   */
  public MachineIdentity identity(Machine machine, KubeVersion version) {
    return new MachineIdentity(
        name == null ? machine.hostname() : name,
        address == null ? machine.address() : address,
        "v" + version + ".0+muster",
        maxPods,
        new LinkedHashMap<>(labels),
        taintList());
  }

  private List<ObjectNode> taintList() {
    List<ObjectNode> all = new ArrayList<>();
    for (String text : taints) {
      int colon = text.lastIndexOf(':');
      if (colon <= 0) {
        throw new IllegalArgumentException(
            "--register-with-taints: \""
                + text
                + "\" is not a taint: write it as key=value:NoSchedule");
      }
      String key = text.substring(0, colon);
      int equals = key.indexOf('=');
      MutableTaint taint = MutableTaint.create();
      taint.key(equals < 0 ? key : key.substring(0, equals));
      if (equals >= 0 && equals + 1 < key.length()) {
        taint.value(key.substring(equals + 1));
      }
      all.add(taint.effect(text.substring(colon + 1)).tree());
    }
    return all;
  }

  public LogLimits logLimits() {
    long size;
    try {
      size = Quantity.parse(logSize).value().longValueExact();
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "--container-log-max-size: \"" + logSize + "\" is not a size: write it as 10Mi", e);
    }
    if (logFiles <= 1) {
      throw new IllegalArgumentException(
          "--container-log-max-files: " + logFiles + " is too few: 2 is the least");
    }
    return new LogLimits(size < 0 ? OptionalLong.empty() : OptionalLong.of(size), logFiles);
  }

  public SysctlAllowlist sysctls(Machine machine) {
    try {
      return SysctlAllowlist.of(machine.kernel(), unsafeSysctls);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--allowed-unsafe-sysctls: " + e.getMessage(), e);
    }
  }

  public CredentialVerification images() {
    return images.verification();
  }

  public EvictionConfig eviction() {
    return eviction.config();
  }

  /**
   * @param server of the cluster's names; empty where there is none
   */
  DnsSettings dns(Optional<String> server) {
    return clusterDns.isEmpty()
        ? new DnsSettings(server.stream().toList(), clusterDomain, resolvConf)
        : dns();
  }

  public DnsSettings dns() {
    return new DnsSettings(clusterDns, clusterDomain, resolvConf);
  }

  public Optional<Path> manifests() {
    return Optional.ofNullable(manifests);
  }
}
