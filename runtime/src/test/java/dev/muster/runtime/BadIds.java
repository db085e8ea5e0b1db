package dev.muster.runtime;

import dev.muster.cri.v1.AttachRequest;
import dev.muster.cri.v1.CheckpointContainerRequest;
import dev.muster.cri.v1.ContainerStatsRequest;
import dev.muster.cri.v1.ContainerStatusRequest;
import dev.muster.cri.v1.ExecRequest;
import dev.muster.cri.v1.ExecSyncRequest;
import dev.muster.cri.v1.PodSandboxStatsRequest;
import dev.muster.cri.v1.PodSandboxStatusRequest;
import dev.muster.cri.v1.PortForwardRequest;
import dev.muster.cri.v1.RemoveContainerRequest;
import dev.muster.cri.v1.RemovePodSandboxRequest;
import dev.muster.cri.v1.ReopenContainerLogRequest;
import dev.muster.cri.v1.StartContainerRequest;
import dev.muster.cri.v1.StopContainerRequest;
import dev.muster.cri.v1.StopPodSandboxRequest;
import dev.muster.cri.v1.UpdateContainerResourcesRequest;
import dev.muster.cri.v1.UpdatePodSandboxResourcesRequest;
import dev.muster.cri.v1.UpdateRuntimeConfigRequest;
import io.grpc.Status.Code;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls about what is not there, and calls that ask for what cannot be of what is. */
final class BadIds {
  private final String sandbox;
  private final String container;
  private final Map<String, Bad> all = new LinkedHashMap<>();

  private BadIds(String sandbox, String container) {
    this.sandbox = sandbox;
    this.container = container;
  }

  static Map<String, Bad> calls(String sandbox, String container) {
    BadIds calls = new BadIds(sandbox, container);
    calls.fill();
    return calls.all;
  }

  private void fill() {
    all.put(
        "start",
        new Bad(
            Code.NOT_FOUND,
            cri ->
                cri.startContainer(
                    StartContainerRequest.newBuilder().setContainerId(Bad.HUGE).build())));
    all.put(
        "stop without id",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> cri.stopContainer(StopContainerRequest.getDefaultInstance())));
    all.put(
        "remove without id",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> cri.removeContainer(RemoveContainerRequest.getDefaultInstance())));
    all.put(
        "stop sandbox without id",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> cri.stopPodSandbox(StopPodSandboxRequest.getDefaultInstance())));
    all.put(
        "remove sandbox without id",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> cri.removePodSandbox(RemovePodSandboxRequest.getDefaultInstance())));
    all.put(
        "status",
        new Bad(
            Code.NOT_FOUND,
            cri ->
                cri.containerStatus(
                    ContainerStatusRequest.newBuilder().setContainerId("../../etc").build())));
    all.put(
        "sandbox status",
        new Bad(
            Code.NOT_FOUND,
            cri -> cri.podSandboxStatus(PodSandboxStatusRequest.getDefaultInstance())));
    all.put(
        "stats",
        new Bad(
            Code.NOT_FOUND, cri -> cri.containerStats(ContainerStatsRequest.getDefaultInstance())));
    all.put(
        "sandbox stats",
        new Bad(
            Code.NOT_FOUND,
            cri -> cri.podSandboxStats(PodSandboxStatsRequest.getDefaultInstance())));
    all.put(
        "reopen",
        new Bad(
            Code.NOT_FOUND,
            cri -> cri.reopenContainerLog(ReopenContainerLogRequest.getDefaultInstance())));
    all.put(
        "update",
        new Bad(
            Code.NOT_FOUND,
            cri ->
                cri.updateContainerResources(
                    UpdateContainerResourcesRequest.getDefaultInstance())));
    all.put(
        "update for Windows",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.updateContainerResources(
                    UpdateContainerResourcesRequest.newBuilder()
                        .setContainerId(container)
                        .setWindows(
                            dev.muster.cri.v1.WindowsContainerResources.getDefaultInstance())
                        .build())));
    all.put(
        "checkpoint",
        new Bad(
            Code.UNIMPLEMENTED,
            cri -> cri.checkpointContainer(CheckpointContainerRequest.getDefaultInstance())));
    all.put(
        "exec without command",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> cri.execSync(ExecSyncRequest.newBuilder().setContainerId(container).build())));
    all.put(
        "exec with NUL",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.execSync(
                    ExecSyncRequest.newBuilder().setContainerId(container).addCmd("a\0").build())));
    all.put(
        "exec nowhere",
        new Bad(
            Code.NOT_FOUND,
            cri -> cri.execSync(ExecSyncRequest.newBuilder().addCmd("ls").build())));
    all.put(
        "exec without streams",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.exec(ExecRequest.newBuilder().setContainerId(container).addCmd("ls").build())));
    all.put(
        "exec with terminal and stderr",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.exec(
                    ExecRequest.newBuilder()
                        .setContainerId(container)
                        .addCmd("ls")
                        .setTty(true)
                        .setStdout(true)
                        .setStderr(true)
                        .build())));
    all.put(
        "attach nowhere",
        new Bad(
            Code.NOT_FOUND, cri -> cri.attach(AttachRequest.newBuilder().setStdout(true).build())));
    all.put(
        "ports of nothing",
        new Bad(Code.NOT_FOUND, cri -> cri.portForward(PortForwardRequest.getDefaultInstance())));
    all.put(
        "bad port",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.portForward(
                    PortForwardRequest.newBuilder().setPodSandboxId(sandbox).addPort(-1).build())));
    all.put(
        "update of a sandbox",
        new Bad(
            Code.NOT_FOUND,
            cri ->
                cri.updatePodSandboxResources(
                    UpdatePodSandboxResourcesRequest.newBuilder()
                        .setPodSandboxId(Bad.HUGE)
                        .build())));
    for (String cidr :
        List.of("everywhere", "10.0.0.0", "10.0.0.0/64000", "10.0.0.0/8\n", Bad.HUGE)) {
      all.put(
          "pod CIDR " + cidr.substring(0, Math.min(20, cidr.length())),
          new Bad(
              Code.INVALID_ARGUMENT,
              cri -> {
                UpdateRuntimeConfigRequest.Builder request =
                    UpdateRuntimeConfigRequest.newBuilder();
                request.getRuntimeConfigBuilder().getNetworkConfigBuilder().setPodCidr(cidr);
                cri.updateRuntimeConfig(request.build());
              }));
    }
  }
}
