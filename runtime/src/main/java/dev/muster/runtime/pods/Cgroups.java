package dev.muster.runtime.pods;

import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Names of cgroups, and the removal of those that are left. */
public final class Cgroups {
  private static final Path MOUNTED = Path.of("/sys/fs/cgroup");
  private static final String OURS = "/muster";

  private Cgroups() {}

  /** The cgroup above a sandbox's containers; ours where the request names none. */
  static String parent(String asked, String sandbox, boolean systemd) throws Refused {
    if (asked.isEmpty()) {
      return systemd ? "muster.slice" : OURS + "/" + sandbox;
    }
    boolean slice = asked.endsWith(".slice");
    if (systemd) {
      if (!slice) {
        throw Refused.invalid("cgroup_parent: \"" + asked + "\" is not the name of a slice");
      }
      return asked.substring(asked.lastIndexOf('/') + 1);
    }
    if (asked.indexOf('\0') >= 0
        || Stream.of(asked.split("/")).anyMatch(part -> part.equals("..") || part.equals("."))) {
      throw Refused.invalid("cgroup_parent: \"" + asked + "\" is not a path");
    }
    return asked.startsWith("/") ? asked : "/" + asked;
  }

  static String of(String parent, String container, boolean systemd) {
    return systemd ? parent + ":muster:" + container : parent + "/" + container;
  }

  /** The directories of a cgroup, one for each hierarchy that has it. */
  public static List<Path> directories(String cgroup) {
    String relative = cgroup.startsWith("/") ? cgroup.substring(1) : cgroup;
    if (Files.exists(MOUNTED.resolve("cgroup.controllers"))) {
      Path only = MOUNTED.resolve(relative);
      return Files.isDirectory(only) ? List.of(only) : List.of();
    }
    try (Stream<Path> hierarchies = Files.list(MOUNTED)) {
      return hierarchies
          .filter(each -> !Files.isSymbolicLink(each))
          .map(each -> each.resolve(relative))
          .filter(Files::isDirectory)
          .toList();
    } catch (IOException none) {
      return List.of();
    }
  }

  /** Removes a cgroup that has no processes, in all hierarchies. */
  static void remove(String cgroup) {
    for (Path each : directories(cgroup)) {
      try {
        Files.deleteIfExists(each);
      } catch (IOException busy) {
        // INVARIANT: a cgroup with processes or children in it stays; whoever made those removes it
      }
    }
  }
}
