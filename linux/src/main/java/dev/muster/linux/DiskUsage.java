package dev.muster.linux;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The space that a directory takes with all that is in it.
 *
 * @param bytes those that are allocated: holes in files take none
 */
public record DiskUsage(long bytes, long inodes) {
  public static final DiskUsage NONE = new DiskUsage(0, 0);

  /** What is deeper than the walk goes counts as this much: nobody hides there. */
  public static final long ENDLESS = 1L << 60;

  public DiskUsage plus(DiskUsage other) {
    return new DiskUsage(bytes + other.bytes, inodes + other.inodes);
  }

  /**
   * Counts a directory that others fill meanwhile. No link is followed, no other mount entered; a
   * file with several names counts once. Memory and descriptors are bounded whatever is in there.
   */
  static final class Walk {
    private static final int DEEPEST = 512;

    /** Files with several names beyond this many count again with each name. */
    private static final int MOST_LINKED = 100_000;

    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong inodes = new AtomicLong();
    private final Set<Long> linked = new HashSet<>();

    /** As far as it got. Any thread may ask. */
    DiskUsage counted() {
      return new DiskUsage(Math.min(bytes.get(), ENDLESS), inodes.get());
    }

    void count(Fd top) throws SyscallException {
      Stat stat = top.stat();
      add(stat);
      enter(top, stat.device(), 0);
    }

    private void add(Stat stat) {
      bytes.addAndGet(stat.allocated());
      inodes.incrementAndGet();
    }

    private void enter(Fd directory, long device, int depth) throws SyscallException {
      Listing.each(directory, name -> one(directory, name, device, depth));
    }

    private void one(Fd directory, String name, long device, int depth) throws SyscallException {
      try {
        Stat stat = directory.statAt(name);
        if (stat.device() != device) {
          return;
        }
        if (!stat.isDirectory()) {
          if (stat.links() < 2 || linked.size() >= MOST_LINKED || linked.add(stat.inode())) {
            add(stat);
          }
          return;
        }
        add(stat);
        if (depth == DEEPEST) {
          bytes.set(ENDLESS);
          return;
        }
        try (Fd child =
            Beneath.openPlain(directory, name, OpenFlags.READ | OpenFlags.DIRECTORY, 0)) {
          enter(child, device, depth + 1);
        }
      } catch (SyscallException e) {
        if (e.errno() != Errno.ENOENT
            && e.errno() != Errno.ENOTDIR
            && e.errno() != Errno.ELOOP
            && e.errno() != Errno.EXDEV) {
          throw e;
        }
      }
    }
  }
}
