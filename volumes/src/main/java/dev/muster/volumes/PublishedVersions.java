package dev.muster.volumes;

import dev.muster.linux.Beneath;
import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.SyscallException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** The timestamped directories of a volume: which is published, and how the next is filled. */
final class PublishedVersions {
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'..'uuuu_MM_dd_HH_mm_ss'.'").withZone(ZoneOffset.UTC);
  private static final Pattern OURS = Pattern.compile("\\.\\.\\d{4,}(_\\d\\d){5}\\.\\d+");
  private static final int DIRECTORY = OpenFlags.READ | OpenFlags.DIRECTORY;
  private static final int NEW = OpenFlags.WRITE | OpenFlags.CREATE | OpenFlags.EXCLUSIVE;

  private final Fd root;
  private final Ownership ownership;
  private final Clock clock;

  PublishedVersions(Fd root, Ownership ownership, Clock clock) {
    this.root = root;
    this.ownership = ownership;
    this.clock = clock;
  }

  static boolean isName(String name) {
    return OURS.matcher(name).matches();
  }

  /** The published one; empty before the first. */
  String current() throws SyscallException {
    try {
      String name = root.readLinkAt(AtomicDirectory.DATA);
      return isName(name) ? name : "";
    } catch (SyscallException e) {
      if (e.errno() == Errno.ENOENT) {
        return "";
      }
      throw e;
    }
  }

  String create() throws SyscallException {
    while (true) {
      String name = NAME.format(clock.instant()) + ThreadLocalRandom.current().nextInt(1 << 30);
      try {
        root.makeDirectoryAt(name, 0700);
        return name;
      } catch (SyscallException e) {
        if (e.errno() != Errno.EEXIST) {
          throw e;
        }
      }
    }
  }

  void fill(String version, SortedMap<String, PayloadFile> files) throws SyscallException {
    try (Fd top = root.openAt(version, DIRECTORY, 0)) {
      finish(top);
      for (Map.Entry<String, PayloadFile> entry : files.entrySet()) {
        String path = entry.getKey();
        int slash = path.lastIndexOf('/');
        if (slash < 0) {
          write(top, path, entry.getValue());
        } else {
          makeDirectories(top, path.substring(0, slash));
          try (Fd parent = Beneath.openPlain(top, path.substring(0, slash), DIRECTORY, 0)) {
            write(parent, path.substring(slash + 1), entry.getValue());
          }
        }
      }
    }
  }

  private void makeDirectories(Fd top, String path) throws SyscallException {
    for (int end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
      String part = end < 0 ? path : path.substring(0, end);
      try {
        top.makeDirectoryAt(part, 0700);
        try (Fd made = Beneath.openPlain(top, part, DIRECTORY, 0)) {
          finish(made);
        }
      } catch (SyscallException e) {
        if (e.errno() != Errno.EEXIST) {
          throw e;
        }
      }
      if (end < 0) {
        return;
      }
    }
  }

  private void finish(Fd directory) throws SyscallException {
    directory.chown(0, ownership.group());
    directory.chmod(ownership.directoryMode());
  }

  private static void write(Fd parent, String name, PayloadFile file) throws SyscallException {
    try (Fd made = parent.openAt(name, NEW, 0)) {
      made.write(file.content().bytes());
      made.chown(file.uid(), file.gid());
      made.chmod(file.mode());
    }
  }
}
