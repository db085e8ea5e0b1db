package dev.muster.runtime.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cri.v1.MemoryUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of cgroups of both versions, as kernels write them. */
class CgroupUsageTest {
  @TempDir Path directory;

  private CgroupUsage usage() {
    return new CgroupUsage(List.of(directory));
  }

  private void file(String name, String content) throws IOException {
    Files.writeString(directory.resolve(name), content);
  }

  @Test
  void versionTwo() throws Exception {
    file("cpu.stat", "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n");
    file("memory.current", "10485760\n");
    file("memory.max", "20971520\n");
    file("memory.swap.current", "4096\n");
    file(
        "memory.stat",
        "anon 3145728\nfile 5242880\ninactive_file 2097152\npgfault 7\npgmajfault 2\n");
    file("pids.current", "3\n");
    assertThat(usage().cpuNanos()).hasValue(1_500_000);
    assertThat(usage().swap()).hasValue(4096);
    assertThat(usage().processes()).hasValue(3);
    MemoryUsage memory = Statistics.memory(usage(), 1);
    assertThat(memory.getUsageBytes().getValue()).isEqualTo(10_485_760);
    assertThat(memory.getWorkingSetBytes().getValue()).isEqualTo(8_388_608);
    assertThat(memory.getAvailableBytes().getValue()).isEqualTo(12_582_912);
    assertThat(memory.getRssBytes().getValue()).isEqualTo(3_145_728);
    assertThat(memory.getPageFaults().getValue()).isEqualTo(7);
    assertThat(memory.getMajorPageFaults().getValue()).isEqualTo(2);
  }

  @Test
  void versionTwoWithoutLimitsOrSwap() throws Exception {
    file("memory.current", "4096\n");
    file("memory.max", "max\n");
    assertThat(usage().memoryLimit()).isEmpty();
    assertThat(usage().swap()).isEmpty();
    assertThat(Statistics.memory(usage(), 1).hasAvailableBytes()).isFalse();
  }

  @Test
  void versionOne() throws Exception {
    file("cpuacct.usage", "123456789\n");
    file("memory.usage_in_bytes", "1000\n");
    file("memory.memsw.usage_in_bytes", "1500\n");
    file("memory.limit_in_bytes", "9223372036854771712\n");
    file("memory.stat", "rss 1\ninactive_file 2\ntotal_rss 300\ntotal_inactive_file 400\n");
    assertThat(usage().cpuNanos()).hasValue(123_456_789);
    assertThat(usage().swap()).hasValue(500);
    assertThat(usage().memoryLimit()).isEmpty();
    MemoryUsage memory = Statistics.memory(usage(), 1);
    assertThat(memory.getRssBytes().getValue()).isEqualTo(300);
    assertThat(memory.getWorkingSetBytes().getValue()).isEqualTo(600);
  }

  @Test
  void aCgroupThatIsGoneHasNoNumbers() {
    CgroupUsage gone = new CgroupUsage(List.of());
    assertThat(gone.cpuNanos()).isEmpty();
    assertThat(gone.processes()).isEmpty();
    assertThat(Statistics.memory(gone, 1).hasUsageBytes()).isFalse();
  }
}
