package dev.muster.runtime.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.HugepageLimit;
import dev.muster.cri.v1.LinuxContainerSecurityContext;
import dev.muster.cri.v1.SecurityProfile;
import dev.muster.identity.GroupsPolicy;
import dev.muster.identity.IdentityRequest;
import dev.muster.identity.ImageAccounts;
import dev.muster.identity.ProcessIdentity;
import dev.muster.runtime.images.ImageConfig;
import dev.muster.runtime.refusal.Refused;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What is handed to the OCI runtime on machines with cgroup v2, AppArmor or SELinux, and without.
 */
class OtherHostsTest {
  private static final Host PLAIN = new Host(-1L, -1000, false, true, false, false, false);
  private static final Host UNIFIED = new Host(-1L, -1000, true, true, true, false, false);
  private static final Host GUARDED = new Host(-1L, -1000, true, true, true, true, true);
  private static final Host NO_SWAP = new Host(-1L, 0, false, false, false, false, false);

  private static JsonNode spec(Host host, ContainerConfig.Builder config) throws Exception {
    ImageConfig image =
        new ImageConfig(
            "", "", "", "", List.of(), List.of(), List.of(), "", "", List.of(), Map.of());
    PodPlace pod =
        new PodPlace(
            "host",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            Path.of("/dev/shm"),
            Path.of("/files"),
            true);
    return LinuxSpec.of(
        new ContainerPlan(
            "id",
            config.clone().addCommand("sleep").build(),
            pod,
            image,
            ProcessIdentity.resolve(
                IdentityRequest.cri(0L, "", null, List.of(), GroupsPolicy.MERGE, ""),
                ImageAccounts.none()),
            Path.of("/root"),
            "/cgroup",
            Optional.empty(),
            Map.of(),
            Map.of(),
            host,
            new HostFiles.Supposed()));
  }

  private static LinuxContainerSecurityContext.Builder context(ContainerConfig.Builder config) {
    return config.getLinuxBuilder().getSecurityContextBuilder();
  }

  private static List<String> namespaces(JsonNode spec) {
    return spec.at("/linux/namespaces").findValuesAsText("type");
  }

  /** A kubelet asks for them wherever the kernel has huge pages. */
  @Test
  void hugePagesAreLimitedWhereTheyCanBe() throws Exception {
    ContainerConfig.Builder config = ContainerConfig.newBuilder();
    config
        .getLinuxBuilder()
        .getResourcesBuilder()
        .addHugepageLimits(HugepageLimit.newBuilder().setPageSize("2MB"));
    assertThat(spec(UNIFIED, config).at("/linux/resources/hugepageLimits/0/pageSize").asText())
        .isEqualTo("2MB");
    assertThat(spec(PLAIN, config).at("/linux/resources").has("hugepageLimits")).isFalse();
  }

  @Test
  void aContainerHasItsOwnCgroupNamespaceOnVersionTwoUnlessItIsPrivileged() throws Exception {
    ContainerConfig.Builder config = ContainerConfig.newBuilder();
    assertThat(namespaces(spec(PLAIN, config))).doesNotContain("cgroup");
    assertThat(namespaces(spec(UNIFIED, config))).contains("cgroup");
    context(config).setPrivileged(true);
    assertThat(namespaces(spec(UNIFIED, config))).doesNotContain("cgroup");
  }

  @Test
  void filesOfVersionTwoAreSetThereOnly() throws Exception {
    ContainerConfig.Builder config = ContainerConfig.newBuilder();
    config.getLinuxBuilder().getResourcesBuilder().putUnified("memory.high", "1000000");
    assertThat(spec(UNIFIED, config).at("/linux/resources/unified/memory.high").asText())
        .isEqualTo("1000000");
    assertThat(spec(PLAIN, config).at("/linux/resources").has("unified")).isFalse();
    config.getLinuxBuilder().getResourcesBuilder().putUnified("../../x", "1");
    assertThatThrownBy(() -> spec(UNIFIED, config))
        .isInstanceOf(Refused.class)
        .hasMessage("unified: \"../../x\" is not a cgroup file");
  }

  @Test
  void swapIsLimitedWhereTheKernelCountsIt() throws Exception {
    ContainerConfig.Builder config = ContainerConfig.newBuilder();
    config.getLinuxBuilder().getResourcesBuilder().setMemoryLimitInBytes(1 << 20);
    assertThat(spec(UNIFIED, config).at("/linux/resources/memory/swap").asLong())
        .isEqualTo(1 << 20);
    assertThat(spec(NO_SWAP, config).at("/linux/resources/memory").has("swap")).isFalse();
  }

  @Test
  void anOomScoreIsNotBelowWhatThisProcessMaySet() throws Exception {
    ContainerConfig.Builder config = ContainerConfig.newBuilder();
    config.getLinuxBuilder().getResourcesBuilder().setOomScoreAdj(-997);
    assertThat(spec(PLAIN, config).at("/process/oomScoreAdj").asInt()).isEqualTo(-997);
    assertThat(spec(NO_SWAP, config).at("/process/oomScoreAdj").asInt()).isZero();
  }

  @Test
  void anAppArmorProfileIsNamedWhereThereIsAppArmorAndRefusedElsewhere() throws Exception {
    ContainerConfig.Builder config = ContainerConfig.newBuilder();
    context(config)
        .getApparmorBuilder()
        .setProfileType(SecurityProfile.ProfileType.Localhost)
        .setLocalhostRef("k8s-nginx");
    assertThat(spec(GUARDED, config).at("/process/apparmorProfile").asText())
        .isEqualTo("k8s-nginx");
    assertThatThrownBy(() -> spec(PLAIN, config))
        .isInstanceOf(Refused.class)
        .hasMessage("apparmor: this kernel has no AppArmor, so no profile \"k8s-nginx\"");
    context(config).setPrivileged(true);
    assertThat(spec(GUARDED, config).path("process").has("apparmorProfile")).isFalse();
  }

  @Test
  void theOldFieldOfAnAppArmorProfileIsReadToo() throws Exception {
    ContainerConfig.Builder config = ContainerConfig.newBuilder();
    context(config).setApparmorProfile("localhost/k8s-nginx");
    assertThat(spec(GUARDED, config).at("/process/apparmorProfile").asText())
        .isEqualTo("k8s-nginx");
    context(config).setApparmorProfile("unconfined");
    assertThat(spec(GUARDED, config).path("process").has("apparmorProfile")).isFalse();
  }

  @Test
  void anSeLinuxLabelIsSetWhereThereIsSeLinux() throws Exception {
    ContainerConfig.Builder config = ContainerConfig.newBuilder();
    context(config)
        .getSelinuxOptionsBuilder()
        .setUser("system_u")
        .setRole("system_r")
        .setType("container_t")
        .setLevel("s0:c1,c2");
    assertThat(spec(GUARDED, config).at("/process/selinuxLabel").asText())
        .isEqualTo("system_u:system_r:container_t:s0:c1,c2");
    assertThat(spec(PLAIN, config).path("process").has("selinuxLabel")).isFalse();
  }
}
