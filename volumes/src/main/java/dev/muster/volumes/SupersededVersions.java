package dev.muster.volumes;

import dev.muster.linux.DirectoryTrees;
import dev.muster.linux.Fd;
import dev.muster.linux.Listing;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.SyscallException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Versions that are no longer, or never were, published. They stay for a while, then go. */
final class SupersededVersions {
  /** However the clock jumps, no more than these are kept. */
  private static final int MOST = 32;

  private final Fd root;
  private final Clock clock;

  private record Old(String name, Instant since) {}

  SupersededVersions(Fd root, Clock clock) {
    this.root = root;
    this.clock = clock;
  }

  /** Notes the time: setting its mode again changes nothing but the time of the last change. */
  void mark(String version) throws SyscallException {
    try (Fd old = root.openAt(version, OpenFlags.READ | OpenFlags.DIRECTORY, 0)) {
      old.chmod(old.stat().permissions());
    }
  }

  /** Removes versions other than the current whose time is over; tells whether there were any. */
  boolean remove(String current, Duration kept) throws SyscallException {
    List<Old> versions = new ArrayList<>();
    for (String name : Listing.of(root)) {
      if (!name.equals(current) && PublishedVersions.isName(name)) {
        versions.add(new Old(name, root.statAt(name).changed()));
      }
    }
    versions.sort(Comparator.comparing(Old::since).reversed());
    Instant limit = clock.instant().minus(kept);
    boolean removed = false;
    for (int i = 0; i < versions.size(); i++) {
      if (i >= MOST || !versions.get(i).since().isAfter(limit)) {
        DirectoryTrees.remove(root, versions.get(i).name());
        removed = true;
      }
    }
    return removed;
  }
}
