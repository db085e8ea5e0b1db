package dev.muster.runtime;

import dev.muster.linux.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a runtime on a directory has on this machine: counted before and after. */
record Leftovers(List<String> mounts, List<String> cgroups, List<String> processes) {
  static Leftovers of(Path root, String cgroup) throws IOException {
    return new Leftovers(MountTable.atOrBelow(root), cgroups(cgroup), processes(root.toString()));
  }

  private static List<String> cgroups(String cgroup) throws IOException {
    try (Stream<Path> found = Files.list(Path.of("/sys/fs/cgroup"))) {
      return found
          .filter(each -> !Files.isSymbolicLink(each))
          .map(each -> each.resolve(cgroup.substring(1)))
          .filter(Files::isDirectory)
          .flatMap(Leftovers::below)
          .map(Path::toString)
          .sorted()
          .toList();
    }
  }

  private static Stream<Path> below(Path directory) {
    try (Stream<Path> found = Files.walk(directory)) {
      return found
          .filter(Files::isDirectory)
          .filter(each -> !each.equals(directory))
          .toList()
          .stream();
    } catch (IOException | java.io.UncheckedIOException gone) {
      return Stream.of();
    }
  }

  private static List<String> processes(String root) {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").contains(root))
        .filter(each -> !each.info().command().orElse("").endsWith("java"))
        .map(each -> each.info().commandLine().orElse(""))
        .sorted()
        .toList();
  }
}
