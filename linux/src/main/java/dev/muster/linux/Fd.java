package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * An open file or directory. Names given to a directory's methods are looked up in that very
 * directory, wherever it has been moved, and a symbolic link as the last part is never followed
 * unless a method says so.
 */
public final class Fd implements AutoCloseable {
  private static final int AT_FDCWD = -100;
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int AT_REMOVEDIR = 0x200;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int LONGEST_PATH = 4096;
  private static final short POLLIN = 1;
  private static final long POLL_BYTES = 8;
  private static final int STATX_BASIC_AND_MOUNT = 0x17ff;

  private static final Call OPENAT =
      Call.variadic("open", "openat", 3, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final Call CLOSE = Call.of("close", JAVA_INT, JAVA_INT);
  private static final Call WRITE = Call.of("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final Call READ = Call.of("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final Call POLL = Call.of("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final Call READLINKAT =
      Call.of("readlinkat", JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
  private static final int FALLOC_KEEP_SIZE = 1;
  private static final Call FALLOCATE =
      Call.of("fallocate", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final Call FCHMOD = Call.of("fchmod", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final Call CHMOD = Call.of("chmod", JAVA_INT, ADDRESS, JAVA_INT);
  private static final Call FCHOWNAT =
      Call.of("fchownat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final Call STATX =
      Call.of("statx", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
  private static final Call MKDIRAT = Call.of("mkdirat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final Call MKNODAT =
      Call.of("mknodat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_LONG);
  private static final Call SYMLINKAT = Call.of("symlinkat", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
  private static final Call RENAMEAT =
      Call.of("renameat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
  private static final Call UNLINKAT = Call.of("unlinkat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

  private final int number;
  private boolean closed;

  Fd(int number) {
    this.number = number;
  }

  /** Opens a path; links are followed unless {@link OpenFlags#NO_FOLLOW} says otherwise. */
  public static Fd open(Path path, int flags, int mode) throws SyscallException {
    return open(AT_FDCWD, path.toString(), flags, mode);
  }

  public static Fd open(Path path, int flags) throws SyscallException {
    return open(path, flags, 0);
  }

  /** Opens an existing directory for listing and as the base of names. */
  public static Fd directory(Path path) throws SyscallException {
    return open(path, OpenFlags.READ | OpenFlags.DIRECTORY, 0);
  }

  /** Opens a name of this directory; a symbolic link is refused with ELOOP. */
  public Fd openAt(String name, int flags, int mode) throws SyscallException {
    return open(number, name, flags | OpenFlags.NO_FOLLOW, mode);
  }

  private static Fd open(int at, String path, int flags, int mode) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      return new Fd(
          (int)
              OPENAT.invoke(
                  path, at, Call.path(arena, path), flags | OpenFlags.CLOSE_ON_EXEC, mode));
    }
  }

  /** The number the kernel knows it by. */
  public int number() {
    return number;
  }

  /** A path by which this process reaches the open file itself, whatever its names became. */
  public Path asPath() {
    return Path.of("/proc/self/fd/" + number);
  }

  /** Reads what is there, waiting for at least one byte; -1 at the end. */
  public int read(byte[] buffer) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(buffer.length);
      int count = (int) READ.invoke("", number, bytes, (long) buffer.length);
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, 0, buffer, 0, count);
      return count == 0 ? -1 : count;
    }
  }

  /** Blocks until a read would not, or the time is over; tells which. */
  public boolean awaitReadable(Duration limit) throws SyscallException {
    return awaitAny(List.of(this), limit);
  }

  /** Blocks until a read of one of them would not, or the time is over; tells which. */
  static boolean awaitAny(List<Fd> fds, Duration limit) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment polls = arena.allocate(POLL_BYTES * fds.size(), 4);
      for (int i = 0; i < fds.size(); i++) {
        polls.set(JAVA_INT, POLL_BYTES * i, fds.get(i).number);
        polls.set(JAVA_SHORT, POLL_BYTES * i + 4, POLLIN);
      }
      int millis = (int) Math.min(Integer.MAX_VALUE, limit.toMillis());
      return POLL.invoke("", polls, (long) fds.size(), millis) > 0;
    }
  }

  public void write(byte[] content) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(Math.max(1, content.length));
      MemorySegment.copy(content, 0, bytes, ValueLayout.JAVA_BYTE, 0, content.length);
      for (long done = 0; done < content.length; ) {
        done += WRITE.invoke("", number, bytes.asSlice(done), content.length - done);
      }
    }
  }

  /** Reads from where the file stands until its end, at most {@code limit} bytes. */
  public byte[] read(int limit) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(Math.max(1, limit));
      long done = 0;
      while (done < limit) {
        long read = READ.invoke("", number, bytes.asSlice(done), limit - done);
        if (read == 0) {
          break;
        }
        done += read;
      }
      return bytes.asSlice(0, done).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  /** Takes disk space for a part of this file, also beyond its end, which stays where it is. */
  public void reserve(long from, long length) throws SyscallException {
    FALLOCATE.invoke("", number, FALLOC_KEEP_SIZE, from, length);
  }

  /** Sets exactly these permission bits; no umask applies. */
  public void chmod(int mode) throws SyscallException {
    FCHMOD.invoke("", number, mode);
  }

  /** As {@link #chmod}, also for one opened with {@link OpenFlags#PATH}. */
  public void chmodByPath(int mode) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      CHMOD.invoke("", Call.path(arena, asPath().toString()), mode);
    }
  }

  /** Sets owner and group; -1 leaves one as it is. */
  public void chown(int uid, int gid) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      FCHOWNAT.invoke("", number, Call.path(arena, ""), uid, gid, AT_EMPTY_PATH);
    }
  }

  public void chownAt(String name, int uid, int gid) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      FCHOWNAT.invoke(name, number, Call.path(arena, name), uid, gid, AT_SYMLINK_NOFOLLOW);
    }
  }

  public Stat stat() throws SyscallException {
    return statx("", AT_EMPTY_PATH);
  }

  public Stat statAt(String name) throws SyscallException {
    return statx(name, AT_SYMLINK_NOFOLLOW);
  }

  private Stat statx(String name, int flags) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(Stat.BYTES, 8);
      STATX.invoke(name, number, Call.path(arena, name), flags, STATX_BASIC_AND_MOUNT, buffer);
      return Stat.read(buffer);
    }
  }

  public void makeDirectoryAt(String name, int mode) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MKDIRAT.invoke(name, number, Call.path(arena, name), mode);
    }
  }

  /** Makes a file, device, socket or FIFO; {@code mode} holds the type. */
  public void makeNodeAt(String name, int mode, long device) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MKNODAT.invoke(name, number, Call.path(arena, name), mode, device);
    }
  }

  public void symlinkAt(String target, String name) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      SYMLINKAT.invoke(name, Call.path(arena, target), number, Call.path(arena, name));
    }
  }

  /** What a symbolic link says; EINVAL for anything else. */
  public String readLinkAt(String name) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(LONGEST_PATH);
      long length =
          READLINKAT.invoke(name, number, Call.path(arena, name), target, (long) LONGEST_PATH);
      return RawName.decode(target.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
    }
  }

  /** Renames within this directory, replacing what has the new name in one step. */
  public void renameAt(String from, String to) throws SyscallException {
    renameAt(from, this, to);
  }

  public void renameAt(String from, Fd target, String to) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      RENAMEAT.invoke(from, number, Call.path(arena, from), target.number, Call.path(arena, to));
    }
  }

  public void unlinkAt(String name) throws SyscallException {
    unlink(name, 0);
  }

  public void removeDirectoryAt(String name) throws SyscallException {
    unlink(name, AT_REMOVEDIR);
  }

  private void unlink(String name, int flags) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      UNLINKAT.invoke(name, number, Call.path(arena, name), flags);
    }
  }

  /** Closes; the second time does nothing. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      CLOSE.invoke("", number);
    } catch (SyscallException e) {
      // INVARIANT: the number is free whatever close answers, and writers sync before they close
    }
  }
}
