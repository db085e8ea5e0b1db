package dev.muster.runtime.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process by number and the moment it started, which together are never given out twice between
 * two boots.
 */
public record LiveProcess(int pid, long started) {
  /** Fields of /proc/pid/stat behind the name; the start is the 22nd of all. */
  private static final int START_BEHIND_NAME = 19;

  private static final int STATE_BEHIND_NAME = 0;

  /** Ids of a process, as the kernel reports them. */
  public record Ids(long uid, long gid, List<Long> groups) {
    public Ids {
      groups = List.copyOf(groups);
    }
  }

  /** The process that has this number now. */
  public static Optional<LiveProcess> of(int pid) {
    return stat(pid)
        .filter(fields -> !fields[STATE_BEHIND_NAME].equals("Z"))
        .map(fields -> new LiveProcess(pid, Long.parseLong(fields[START_BEHIND_NAME])));
  }

  public boolean alive() {
    return of(pid).filter(this::equals).isPresent();
  }

  /** Whether nothing is left of it: it has ended, and somebody asked how. */
  boolean reaped() {
    return stat(pid)
        .map(fields -> Long.parseLong(fields[START_BEHIND_NAME]) != started)
        .orElse(true);
  }

  public Path namespace(String kind) {
    return Path.of("/proc", Integer.toString(pid), "ns", kind);
  }

  /** Read now; empty once it has ended. */
  public Optional<Ids> ids() {
    try {
      long uid = -1;
      long gid = -1;
      List<Long> groups = new ArrayList<>();
      for (String line : Files.readAllLines(Path.of("/proc", Integer.toString(pid), "status"))) {
        String[] words = line.split("\\s+");
        switch (words[0]) {
          case "Uid:" -> uid = Long.parseLong(words[1]);
          case "Gid:" -> gid = Long.parseLong(words[1]);
          case "Groups:" -> {
            for (int i = 1; i < words.length; i++) {
              groups.add(Long.parseLong(words[i]));
            }
          }
          default -> {}
        }
      }
      return uid < 0 || !alive() ? Optional.empty() : Optional.of(new Ids(uid, gid, groups));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  private static Optional<String[]> stat(int pid) {
    try {
      String text = Files.readString(Path.of("/proc", Integer.toString(pid), "stat"));
      return Optional.of(text.substring(text.lastIndexOf(')') + 2).split(" "));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
