package dev.muster.runtime.pods;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where cgroups are, on machines of all kinds. */
class CgroupsTest {
  @TempDir Path mounted;

  @ParameterizedTest
  @CsvSource({
    "/kubepods/pod1/abc, kubepods/pod1/abc",
    "muster.slice, muster.slice",
    "kubepods-burstable-pod1.slice,"
        + " kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod1.slice",
    "kubepods-pod1.slice:muster:abc, kubepods.slice/kubepods-pod1.slice/muster-abc.scope",
  })
  void systemdPutsSlicesIntoEachOther(String cgroup, String path) {
    assertThat(Cgroups.path(cgroup)).isEqualTo(path);
  }

  @Test
  void systemdIsGivenSliceAndNameAndCgroupfsAPath() throws Exception {
    String slice = Cgroups.parent("/kubepods.slice/kubepods-pod1.slice", "s", true);
    assertThat(Cgroups.of(slice, "abc", true)).isEqualTo("kubepods-pod1.slice:muster:abc");
    assertThat(Cgroups.of(Cgroups.parent("", "s", true), "abc", true))
        .isEqualTo("muster.slice:muster:abc");
    assertThat(Cgroups.of(Cgroups.parent("", "s", false), "abc", false)).isEqualTo("/muster/s/abc");
  }

  @Test
  void versionTwoHasOneDirectory() throws Exception {
    Files.createFile(mounted.resolve("cgroup.controllers"));
    Path only = Files.createDirectories(mounted.resolve("kubepods/abc"));
    Files.createDirectories(mounted.resolve("memory/kubepods/abc"));
    assertThat(Cgroups.directories(mounted, "/kubepods/abc")).containsExactly(only);
    assertThat(Cgroups.directories(mounted, "/kubepods/gone")).isEmpty();
  }

  @Test
  void versionOneHasOneForEachControllerAndLinksAreNotFollowed() throws Exception {
    Path cpu = Files.createDirectories(mounted.resolve("cpu,cpuacct/kubepods/abc"));
    Path memory = Files.createDirectories(mounted.resolve("memory/kubepods/abc"));
    Files.createDirectories(mounted.resolve("pids"));
    Files.createSymbolicLink(mounted.resolve("cpu"), Path.of("cpu,cpuacct"));
    assertThat(Cgroups.directories(mounted, "/kubepods/abc")).containsExactly(cpu, memory);
  }
}
