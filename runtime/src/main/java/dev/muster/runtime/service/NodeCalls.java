package dev.muster.runtime.service;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.CgroupDriver;
import dev.muster.cri.v1.LinuxRuntimeConfiguration;
import dev.muster.cri.v1.RuntimeCondition;
import dev.muster.cri.v1.RuntimeConfigResponse;
import dev.muster.cri.v1.RuntimeFeatures;
import dev.muster.cri.v1.RuntimeHandler;
import dev.muster.cri.v1.RuntimeHandlerFeatures;
import dev.muster.cri.v1.RuntimeStatus;
import dev.muster.cri.v1.StatusRequest;
import dev.muster.cri.v1.StatusResponse;
import dev.muster.cri.v1.UpdateRuntimeConfigRequest;
import dev.muster.cri.v1.UpdateRuntimeConfigResponse;
import dev.muster.cri.v1.VersionResponse;
import dev.muster.runtime.network.PodNetwork;
import dev.muster.runtime.process.OciRuntime;
import dev.muster.runtime.refusal.Refused;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Calls about the runtime itself. */
final class NodeCalls {
  private static final String VERSION = "0.1.0";
  private static final String CIDR = "[0-9a-fA-F:.]{2,45}/[0-9]{1,3}";
  private static final Pattern CIDRS = Pattern.compile(CIDR + "(," + CIDR + ")?");

  private final List<OciRuntime> runtimes;
  private final PodNetwork network;
  private final Map<OciRuntime, RuntimeHandlerFeatures> features;
  private volatile String podCidr = "";

  /**
   * @param userNamespaces whether pods can have their own
   */
  NodeCalls(List<OciRuntime> runtimes, PodNetwork network, boolean userNamespaces) {
    this.runtimes = runtimes.stream().sorted(Comparator.comparing(OciRuntime::handler)).toList();
    this.network = network;
    this.features =
        this.runtimes.stream()
            .collect(Collectors.toMap(Function.identity(), each -> features(each, userNamespaces)));
  }

  VersionResponse version() {
    return VersionResponse.newBuilder()
        .setVersion("0.1.0")
        .setRuntimeName("muster")
        .setRuntimeVersion(VERSION)
        .setRuntimeApiVersion("v1")
        .build();
  }

  StatusResponse status(StatusRequest request) {
    String problem = network.problem();
    StatusResponse.Builder status =
        StatusResponse.newBuilder()
            .setStatus(
                RuntimeStatus.newBuilder()
                    .addConditions(
                        RuntimeCondition.newBuilder().setType("RuntimeReady").setStatus(true))
                    .addConditions(
                        RuntimeCondition.newBuilder()
                            .setType("NetworkReady")
                            .setStatus(problem.isEmpty())
                            .setReason(problem.isEmpty() ? "" : "NetworkPluginNotReady")
                            .setMessage(problem)))
            .setFeatures(RuntimeFeatures.newBuilder().setSupplementalGroupsPolicy(true));
    for (OciRuntime each : runtimes) {
      status.addRuntimeHandlers(
          RuntimeHandler.newBuilder()
              .setName(each.handler())
              .setFeatures(
                  features.getOrDefault(each, RuntimeHandlerFeatures.getDefaultInstance())));
    }
    if (request.getVerbose()) {
      ObjectNode info = new ObjectMapper().createObjectNode();
      info.put("podCIDR", podCidr);
      runtimes.forEach(each -> info.put(("handler " + each.handler()).strip(), each.version()));
      status.putInfo("config", Details.text(info));
    }
    return status.build();
  }

  UpdateRuntimeConfigResponse update(UpdateRuntimeConfigRequest request) throws Refused {
    String asked = request.getRuntimeConfig().getNetworkConfig().getPodCidr();
    if (!asked.isEmpty() && !CIDRS.matcher(asked).matches()) {
      throw Refused.invalid("network_config.pod_cidr: not a CIDR, nor one of each family");
    }
    podCidr = asked;
    return UpdateRuntimeConfigResponse.getDefaultInstance();
  }

  RuntimeConfigResponse configuration() {
    boolean systemd = runtimes.stream().anyMatch(OciRuntime::systemd);
    return RuntimeConfigResponse.newBuilder()
        .setLinux(
            LinuxRuntimeConfiguration.newBuilder()
                .setCgroupDriver(systemd ? CgroupDriver.SYSTEMD : CgroupDriver.CGROUPFS))
        .build();
  }

  private static RuntimeHandlerFeatures features(OciRuntime runtime, boolean userNamespaces) {
    return RuntimeHandlerFeatures.newBuilder()
        .setRecursiveReadOnlyMounts(runtime.hasMountOption("rro"))
        .setUserNamespaces(userNamespaces)
        .build();
  }
}
