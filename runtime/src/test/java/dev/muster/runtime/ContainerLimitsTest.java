package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerStats;
import dev.muster.cri.v1.ContainerStatsRequest;
import dev.muster.cri.v1.ContainerStatus;
import dev.muster.cri.v1.HugepageLimit;
import dev.muster.cri.v1.LinuxContainerResources;
import dev.muster.cri.v1.ListMetricDescriptorsRequest;
import dev.muster.cri.v1.ListPodSandboxMetricsRequest;
import dev.muster.cri.v1.ListPodSandboxStatsRequest;
import dev.muster.cri.v1.UpdateContainerResourcesRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What containers may use, from the first moment and when that changes. */
class ContainerLimitsTest extends SandboxTest {
  @Test
  void limitsAreSetAndChanged() throws Exception {
    ContainerConfig.Builder config = runtime.config("tools", "sleep", "1000");
    config
        .getLinuxBuilder()
        .getResourcesBuilder()
        .setMemoryLimitInBytes(64L << 20)
        .setCpuShares(512)
        .setOomScoreAdj(500);
    String id = runtime.running(sandbox, pod, config);
    assertThat(Path.of("/proc/" + runtime.pid(id) + "/oom_score_adj")).hasContent("500\n");
    assertThat(limit(id)).isEqualTo(64L << 20);
    LinuxContainerResources.Builder more =
        LinuxContainerResources.newBuilder()
            .setMemoryLimitInBytes(128L << 20)
            .addHugepageLimits(HugepageLimit.newBuilder().setPageSize("2MB"));
    update(id, more);
    update(id, more);
    assertThat(limit(id)).isEqualTo(128L << 20);
    LinuxContainerResources reported = runtime.status(id).getResources().getLinux();
    assertThat(reported.getMemoryLimitInBytes()).isEqualTo(128L << 20);
    assertThat(reported.getCpuShares()).isEqualTo(512);
    assertThat(reported.getHugepageLimitsList()).isEqualTo(more.getHugepageLimitsList());
    ContainerStats stats =
        runtime
            .cri()
            .containerStats(ContainerStatsRequest.newBuilder().setContainerId(id).build())
            .getStats();
    assertThat(stats.getMemory().getUsageBytes().getValue()).isPositive();
    assertThat(stats.getCpu().getUsageCoreNanoSeconds().getValue()).isPositive();
    assertThat(
            runtime
                .cri()
                .listPodSandboxStats(ListPodSandboxStatsRequest.getDefaultInstance())
                .getStatsList())
        .anySatisfy(each -> assertThat(each.getLinux().getContainersList()).isNotEmpty());
    int labels =
        runtime
            .cri()
            .listMetricDescriptors(ListMetricDescriptorsRequest.getDefaultInstance())
            .getDescriptors(0)
            .getLabelKeysCount();
    assertThat(
            runtime
                .cri()
                .listPodSandboxMetrics(ListPodSandboxMetricsRequest.getDefaultInstance())
                .getPodMetrics(0)
                .getMetrics(0)
                .getLabelValuesCount())
        .isEqualTo(labels);
    runtime.remove(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exec ", "", "true; "})
  void aContainerThatUsesTooMuchMemoryIsReportedAsSuch(String before) throws Exception {
    ContainerConfig.Builder config =
        runtime.config("tools", "sh", "-c", before + "dd if=/dev/zero of=/dev/null bs=40M");
    config
        .getLinuxBuilder()
        .getResourcesBuilder()
        .setMemoryLimitInBytes(15L << 20)
        .setMemorySwapLimitInBytes(15L << 20);
    String id = runtime.running(sandbox, pod, config);
    ContainerStatus status = runtime.ended(id);
    assertThat(status.getExitCode()).isEqualTo(137);
    assertThat(status.getReason()).isEqualTo("OOMKilled");
    runtime.remove(id);
  }

  private static void update(String id, LinuxContainerResources.Builder resources) {
    runtime
        .cri()
        .updateContainerResources(
            UpdateContainerResourcesRequest.newBuilder()
                .setContainerId(id)
                .setLinux(resources)
                .build());
  }

  private static long limit(String id) throws Exception {
    Path old = Path.of("/sys/fs/cgroup/memory" + runtime.cgroup, id, "memory.limit_in_bytes");
    Path unified = Path.of("/sys/fs/cgroup" + runtime.cgroup, id, "memory.max");
    return Long.parseLong(Files.readString(Files.exists(old) ? old : unified).strip());
  }
}
