package dev.muster.store;

import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.SyscallException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disk space that belongs to the store's files before they need it. Others on the same disk cannot
 * take it, so there is room for what ends them: deletions, and much else that is small. Where the
 * file system has no such thing the store does without.
 *
 * <p>INVARIANT: the main file is closed here after SQLite has closed it, since closing any of a
 * process' descriptors of a file ends all locks that the process has on it.
 */
final class SpaceReserve implements AutoCloseable {
  private static final long BYTES = 16L << 20;
  private static final long STEP = 1L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(SpaceReserve.class);

  private final Path path;
  private final Path logPath;
  private final Fd main;
  private volatile boolean scarce;
  private boolean told;

  private SpaceReserve(Path path, Path logPath, Fd main) {
    this.path = path;
    this.logPath = logPath;
    this.main = main;
  }

  /** For a file that SQLite has open, and its log. */
  static SpaceReserve of(Path path, Path log) throws IOException {
    SpaceReserve reserve = new SpaceReserve(path, log, Fd.open(path, writable()));
    reserve.renew();
    return reserve;
  }

  private static int writable() {
    return OpenFlags.READ_WRITE | OpenFlags.NO_FOLLOW | OpenFlags.CLOSE_ON_EXEC;
  }

  /**
   * Takes again what was used, as far as there is space: for the log from its beginning, and behind
   * the main file's end, from which SQLite cuts it off when it brings the log home.
   */
  synchronized void renew() {
    try (Fd log = Fd.open(logPath, writable())) {
      reserve(log, 0);
      reserve(main, Files.size(path));
      scarce = false;
      told = false;
    } catch (IOException e) {
      scarce =
          e instanceof SyscallException refused
              && (refused.errno() == Errno.ENOSPC || refused.errno() == Errno.EDQUOT);
      if (!told) {
        LOG.warn("not all space could be reserved for the store: {}", e.getMessage());
        told = true;
      }
    }
  }

  /** Whether less could be reserved than there should be. Any thread may ask. */
  boolean scarce() {
    return scarce;
  }

  private static void reserve(Fd file, long from) throws SyscallException {
    for (long taken = 0; taken < BYTES; taken += STEP) {
      file.reserve(from + taken, STEP);
    }
  }

  @Override
  public void close() {
    main.close();
  }
}
