package dev.muster.runtime;

import dev.muster.cri.v1.IDMapping;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.RunPodSandboxRequest;
import dev.muster.cri.v1.UserNamespace;
import io.grpc.Status.Code;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Sandboxes that cannot be. */
final class BadSandboxes {
  private final RunningRuntime runtime;
  private final Map<String, Bad> all = new LinkedHashMap<>();

  private BadSandboxes(RunningRuntime runtime) {
    this.runtime = runtime;
  }

  static Map<String, Bad> calls(RunningRuntime runtime) {
    BadSandboxes calls = new BadSandboxes(runtime);
    calls.fill();
    return calls.all;
  }

  private void fill() {
    all.put(
        "no config",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> cri.runPodSandbox(RunPodSandboxRequest.getDefaultInstance())));
    sandbox("no metadata", PodSandboxConfig.Builder::clearMetadata);
    sandbox("no name", pod -> pod.getMetadataBuilder().clearName());
    sandbox("huge name", pod -> pod.getMetadataBuilder().setName(Bad.HUGE));
    sandbox("no uid", pod -> pod.getMetadataBuilder().clearUid());
    sandbox("hostname with a blank", pod -> pod.setHostname("a b"));
    sandbox("huge hostname", pod -> pod.setHostname(Bad.HUGE));
    sandbox("relative logs", pod -> pod.setLogDirectory("logs"));
    sandbox("dns injection", pod -> pod.getDnsConfigBuilder().addServers("1.1.1.1\noptions x"));
    sandbox("bad port", pod -> pod.addPortMappingsBuilder().setContainerPort(70_000));
    sandbox("sysctl of the node", pod -> pod.getLinuxBuilder().putSysctls("vm.swappiness", "1"));
    sandbox(
        "sysctl out of /proc/sys", pod -> pod.getLinuxBuilder().putSysctls("net/../../etc/x", "1"));
    sandbox("unknown sysctl", pod -> pod.getLinuxBuilder().putSysctls("net.ipv4.no_such", "1"));
    sandbox(
        "bad sysctl value",
        pod -> pod.getLinuxBuilder().putSysctls("net.ipv4.ip_unprivileged_port_start", "pig"));
    sandbox("cgroup escape", pod -> pod.getLinuxBuilder().setCgroupParent("/a/../../b"));
    sandbox("unknown namespace mode", pod -> options(pod).setNetworkValue(99));
    sandbox("network of a container", pod -> options(pod).setNetwork(NamespaceMode.CONTAINER));
    sandbox("target for a sandbox", pod -> options(pod).setPid(NamespaceMode.TARGET));
    sandbox(
        "user namespace of a container",
        pod ->
            options(pod)
                .setUsernsOptions(UserNamespace.newBuilder().setMode(NamespaceMode.CONTAINER)));
    sandbox(
        "user namespace without mapping",
        pod ->
            options(pod).setUsernsOptions(UserNamespace.newBuilder().setMode(NamespaceMode.POD)));
    sandbox("two mappings", pod -> users(pod, 2, 0));
    sandbox("root not mapped", pod -> users(pod, 1, 1));
    all.put(
        "unknown handler",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.runPodSandbox(
                    RunPodSandboxRequest.newBuilder()
                        .setConfig(runtime.pod())
                        .setRuntimeHandler("kata")
                        .build())));
  }

  private void sandbox(String name, Consumer<PodSandboxConfig.Builder> change) {
    all.put(
        "sandbox: " + name,
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> {
              PodSandboxConfig.Builder config = runtime.pod();
              change.accept(config);
              runtime.run(config.build());
            }));
  }

  private static dev.muster.cri.v1.NamespaceOption.Builder options(PodSandboxConfig.Builder pod) {
    return pod.getLinuxBuilder().getSecurityContextBuilder().getNamespaceOptionsBuilder();
  }

  private static void users(PodSandboxConfig.Builder pod, int count, int inside) {
    UserNamespace.Builder users = UserNamespace.newBuilder().setMode(NamespaceMode.POD);
    for (int i = 0; i < count; i++) {
      IDMapping mapping =
          IDMapping.newBuilder().setContainerId(inside).setHostId(1000).setLength(65_536).build();
      users.addUids(mapping).addGids(mapping);
    }
    options(pod).setUsernsOptions(users);
  }
}
