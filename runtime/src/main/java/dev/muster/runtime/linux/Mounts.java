package dev.muster.runtime.linux;

import static dev.muster.runtime.linux.Libc.INT;
import static dev.muster.runtime.linux.Libc.LONG;
import static dev.muster.runtime.linux.Libc.POINTER;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** mount(2), umount2(2) and the list of what is mounted, in this process' mount namespace. */
public final class Mounts {
  public static final long RDONLY = 1;
  public static final long NOSUID = 1 << 1;
  public static final long NODEV = 1 << 2;
  public static final long NOEXEC = 1 << 3;
  public static final long REMOUNT = 1 << 5;
  public static final long BIND = 1 << 12;
  public static final long REC = 1 << 14;
  public static final long UNBINDABLE = 1 << 17;
  public static final long PRIVATE = 1 << 18;
  public static final long SLAVE = 1 << 19;
  public static final long SHARED = 1 << 20;

  private static final int DETACH = 2;
  private static final int NOFOLLOW = 8;

  private static final MethodHandle MOUNT =
      Libc.function("mount", INT, POINTER, POINTER, POINTER, LONG, POINTER);
  private static final MethodHandle UMOUNT2 = Libc.function("umount2", INT, POINTER, INT);

  private Mounts() {}

  /**
   * Mounts.
   *
   * @param options what the file system understands, empty for none; at most a page of it
   */
  public static void mount(String source, Path target, String type, long flags, String options)
      throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      MemorySegment data = options.isEmpty() ? MemorySegment.NULL : arena.allocateFrom(options);
      int result =
          (int)
              MOUNT.invokeExact(
                  state,
                  arena.allocateFrom(source),
                  arena.allocateFrom(target.toString()),
                  arena.allocateFrom(type),
                  flags,
                  data);
      if (result != 0) {
        throw new SyscallException("mount " + type + " on " + target, Libc.errno(state));
      }
    } catch (SyscallException e) {
      throw e;
    } catch (Throwable thrown) {
      throw Libc.unexpected(thrown);
    }
  }

  /** Makes {@code source} visible at {@code target} too, with what is mounted below it. */
  public static void bind(Path source, Path target) throws SyscallException {
    mount(source.toString(), target, "none", BIND | REC, "");
  }

  /**
   * Unmounts the top mount at the path at once; what still uses it keeps it until it lets go. A
   * link is not followed.
   */
  public static void unmount(Path target) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.state(arena);
      int result =
          (int)
              UMOUNT2.invokeExact(state, arena.allocateFrom(target.toString()), DETACH | NOFOLLOW);
      if (result != 0) {
        throw new SyscallException("unmount " + target, Libc.errno(state));
      }
    } catch (SyscallException e) {
      throw e;
    } catch (Throwable thrown) {
      throw Libc.unexpected(thrown);
    }
  }

  /** Unmounts everything at and below the path, the last mounted first. */
  public static void unmountAll(Path top) throws IOException {
    for (MountPoint each : below(top)) {
      try {
        unmount(each.path());
      } catch (SyscallException e) {
        if (e.errno() != Errno.EINVAL && e.errno() != Errno.ENOENT) {
          throw e;
        }
      }
    }
  }

  /** What is mounted at and below the path, the last mounted first. */
  public static List<MountPoint> below(Path top) throws IOException {
    Path real = top.toAbsolutePath().normalize();
    return list().reversed().stream().filter(each -> each.path().startsWith(real)).toList();
  }

  /** What is mounted, the first mounted first. */
  public static List<MountPoint> list() throws IOException {
    List<MountPoint> found = new ArrayList<>();
    for (String line :
        Files.readAllLines(Path.of("/proc/self/mountinfo"), StandardCharsets.UTF_8)) {
      int dash = line.indexOf(" - ");
      String[] head = line.substring(0, dash).split(" ");
      String[] tail = line.substring(dash + 3).split(" ");
      found.add(
          new MountPoint(
              Path.of(unescape(head[4])),
              tail[0],
              unescape(tail[1]),
              head[5] + "," + (tail.length > 2 ? tail[2] : "")));
    }
    return found;
  }

  /** Paths there have blanks and the like as three octal digits. */
  private static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] out = new byte[bytes.length];
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\\' && i + 3 < bytes.length) {
        out[length++] =
            (byte) ((bytes[i + 1] - '0') << 6 | (bytes[i + 2] - '0') << 3 | (bytes[i + 3] - '0'));
        i += 3;
      } else {
        out[length++] = bytes[i];
      }
    }
    return new String(out, 0, length, StandardCharsets.UTF_8);
  }
}
