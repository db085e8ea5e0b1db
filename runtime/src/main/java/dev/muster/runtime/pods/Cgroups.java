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
    return directories(MOUNTED, cgroup);
  }

  static List<Path> directories(Path mounted, String cgroup) {
    String relative = path(cgroup);
    if (Files.exists(mounted.resolve("cgroup.controllers"))) {
      Path only = mounted.resolve(relative);
      return Files.isDirectory(only) ? List.of(only) : List.of();
    }
    try (Stream<Path> hierarchies = Files.list(mounted)) {
      return hierarchies
          .filter(each -> !Files.isSymbolicLink(each))
          .map(each -> each.resolve(relative))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    } catch (IOException none) {
      return List.of();
    }
  }

  /** Where a cgroup is below a hierarchy: systemd puts slices into each other by their names. */
  static String path(String cgroup) {
    if (cgroup.startsWith("/")) {
      return cgroup.substring(1);
    }
    String[] parts = cgroup.split(":", -1);
    if (parts.length == 3) {
      return path(parts[0]) + "/" + parts[1] + "-" + parts[2] + ".scope";
    }
    StringBuilder path = new StringBuilder();
    String name = cgroup.replaceFirst("\\.slice$", "");
    for (int dash = name.indexOf('-'); dash > 0; dash = name.indexOf('-', dash + 1)) {
      path.append(name, 0, dash).append(".slice/");
    }
    return path.append(cgroup).toString();
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
