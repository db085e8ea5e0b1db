package dev.muster.volumes;

import dev.muster.linux.DirectoryTrees;
import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.SyscallException;
import java.time.Clock;
import java.time.Duration;
import java.util.SortedMap;

/**
 * Files that change all at once. They lie in a directory named after its time; {@code ..data} is a
 * link to it, and each visible name a link through {@code ..data}:
 *
 * <pre>
 *   ..2026_01_02_15_04_05.123456789/user/name
 *   ..data -> ..2026_01_02_15_04_05.123456789
 *   user   -> ..data/user
 * </pre>
 *
 * INVARIANT (whole versions): one rename of {@code ..data} publishes a version, after all its files
 * have their bytes, modes and owners. A version that was published stays for a while after the next
 * one, for those who resolved {@code ..data} before. Killed at any instant, what is published is
 * whole, and the next write puts the rest in order.
 *
 * <p>Not thread-safe: one writer at a time.
 */
final class AtomicDirectory {
  static final String DATA = "..data";
  private static final String NEW_DATA = "..data_tmp";

  private final Fd root;
  private final PublishedVersions versions;
  private final VersionComparison comparison;
  private final SupersededVersions superseded;
  private final VisibleLinks links;
  private final Duration grace;

  AtomicDirectory(Fd root, Ownership ownership, Clock clock, Duration grace) {
    this.root = root;
    this.grace = grace;
    this.versions = new PublishedVersions(root, ownership, clock);
    this.comparison = new VersionComparison(root, ownership);
    this.superseded = new SupersededVersions(root, clock);
    this.links = new VisibleLinks(root, ownership.group());
  }

  /**
   * Makes the files exactly these; tells whether anything changed. The old ones stay if it fails.
   */
  boolean write(SortedMap<String, PayloadFile> files) throws SyscallException {
    String current = versions.current();
    if (!current.isEmpty() && comparison.holds(current, files)) {
      clean(current);
      links.stage(files.keySet());
      links.publish(files.keySet());
      return false;
    }
    clean(current);
    try {
      replace(files, current);
    } catch (SyscallException e) {
      if (e.errno() != Errno.ENOSPC || !superseded.remove(current, Duration.ZERO)) {
        throw e;
      }
      replace(files, current);
    }
    return true;
  }

  /** Removes versions that were superseded long enough ago. */
  void sweep() throws SyscallException {
    superseded.remove(versions.current(), grace);
  }

  private void replace(SortedMap<String, PayloadFile> files, String current)
      throws SyscallException {
    String next = versions.create();
    try {
      versions.fill(next, files);
      links.stage(files.keySet());
      root.symlinkAt(next, NEW_DATA);
      root.chownAt(NEW_DATA, 0, links.group());
      root.renameAt(NEW_DATA, DATA);
    } catch (SyscallException e) {
      DirectoryTrees.remove(root, NEW_DATA);
      links.unstage();
      DirectoryTrees.remove(root, next);
      throw e;
    }
    if (!current.isEmpty()) {
      superseded.mark(current);
    }
    links.publish(files.keySet());
    superseded.remove(next, grace);
  }

  private void clean(String current) throws SyscallException {
    DirectoryTrees.remove(root, NEW_DATA);
    links.unstage();
    superseded.remove(current, grace);
  }
}
