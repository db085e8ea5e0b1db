package dev.muster.runtime.stats;

import dev.muster.runtime.pods.Cgroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Reads the files of one cgroup, of whichever version they are. Absent files are no answer. */
record CgroupUsage(List<Path> directories) {
  /** Limits above this are how version 1 writes "none". */
  private static final long NO_LIMIT = 1L << 60;

  CgroupUsage {
    directories = List.copyOf(directories);
  }

  static CgroupUsage of(String cgroup) {
    return new CgroupUsage(Cgroups.directories(cgroup));
  }

  OptionalLong cpuNanos() {
    OptionalLong old = number("cpuacct.usage");
    Long micros = table("cpu.stat").get("usage_usec");
    return old.isPresent() || micros == null ? old : OptionalLong.of(micros * 1000);
  }

  OptionalLong memory() {
    return either("memory.usage_in_bytes", "memory.current");
  }

  OptionalLong memoryLimit() {
    OptionalLong limit = either("memory.limit_in_bytes", "memory.max");
    return limit.isPresent() && limit.getAsLong() < NO_LIMIT ? limit : OptionalLong.empty();
  }

  OptionalLong swap() {
    OptionalLong both = number("memory.memsw.usage_in_bytes");
    OptionalLong memory = number("memory.usage_in_bytes");
    return both.isPresent() && memory.isPresent()
        ? OptionalLong.of(Math.max(0, both.getAsLong() - memory.getAsLong()))
        : number("memory.swap.current");
  }

  OptionalLong processes() {
    return number("pids.current");
  }

  /** Values of memory.stat: version 1 has the sums with children under other names. */
  Map<String, Long> memoryStat() {
    return table("memory.stat");
  }

  private OptionalLong either(String first, String second) {
    OptionalLong found = number(first);
    return found.isPresent() ? found : number(second);
  }

  private OptionalLong number(String file) {
    for (Path each : directories) {
      try {
        return OptionalLong.of(Long.parseLong(Files.readString(each.resolve(file)).strip()));
      } catch (IOException | NumberFormatException absent) {
        // not in this hierarchy, or without a number
      }
    }
    return OptionalLong.empty();
  }

  private Map<String, Long> table(String file) {
    Map<String, Long> table = new HashMap<>();
    for (Path each : directories) {
      try {
        for (String line : Files.readAllLines(each.resolve(file))) {
          int space = line.indexOf(' ');
          if (space > 0) {
            table.put(line.substring(0, space), Long.parseLong(line.substring(space + 1).strip()));
          }
        }
      } catch (IOException | NumberFormatException absent) {
        // not in this hierarchy
      }
    }
    return table;
  }
}
