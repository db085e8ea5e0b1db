package dev.muster.cli.pods;

import dev.muster.linux.MountTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a cluster's containers leave on the machine while they are there.
 *
 * @param directory in which the cluster's data folder {@code data} lies
 */
record RuntimeTraces(Path directory) {
  /** Mounts, processes, cgroups and directories whose names have a part in common. */
  List<String> naming(String part) {
    try {
      Stream<String> mounts = MountTable.atOrBelow(directory).stream();
      Stream<String> processes =
          ProcessHandle.allProcesses()
              .map(each -> each.info().commandLine().orElse(""))
              .filter(line -> line.contains(directory.toString()) && line.contains("conmon"));
      return Stream.of(mounts, processes, cgroups().stream())
          .flatMap(each -> each)
          .filter(each -> each.contains(part))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those of this runtime's sandboxes, in whichever hierarchy. */
  private List<String> cgroups() throws IOException {
    Set<String> sandboxes = Set.copyOf(sandboxes());
    List<String> found = new ArrayList<>();
    for (String place : List.of("memory/muster", "pids/muster", "muster")) {
      Path parent = Path.of("/sys/fs/cgroup").resolve(place);
      if (Files.isDirectory(parent)) {
        try (Stream<Path> all = Files.list(parent)) {
          all.filter(each -> sandboxes.contains(each.getFileName().toString()))
              .forEach(each -> found.add(each.toString()));
        }
      }
    }
    return found;
  }

  /** The ids of those that the runtime has. */
  List<String> sandboxes() throws IOException {
    try (Stream<Path> all = Files.list(directory.resolve("data/runtime/sandboxes"))) {
      return all.map(each -> each.getFileName().toString()).toList();
    }
  }
}
