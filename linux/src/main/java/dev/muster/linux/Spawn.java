package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts programs with descriptors beyond the standard three, which {@link ProcessBuilder} cannot.
 * posix_spawn(3), glibc 2.34.
 */
public final class Spawn {
  private static final int ACTIONS_BYTES = 80;
  private static final int ATTRIBUTES_BYTES = 336;
  private static final short SETSIGDEF = 0x04;
  private static final short SETSIGMASK = 0x08;
  private static final short SETSID = 0x80;
  private static final int SIGSET_BYTES = 128;
  private static final int F_DUPFD_CLOEXEC = 1030;

  /** Descriptors are moved out of the way of the child's numbers first. */
  private static final int ABOVE = 64;

  private static final Call ACTIONS_INIT =
      Call.of("posix_spawn_file_actions_init", JAVA_INT, ADDRESS);
  private static final Call ACTIONS_DESTROY =
      Call.of("posix_spawn_file_actions_destroy", JAVA_INT, ADDRESS);
  private static final Call ADD_DUP2 =
      Call.of("posix_spawn_file_actions_adddup2", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final Call ADD_OPEN =
      Call.of(
          "posix_spawn_file_actions_addopen",
          JAVA_INT,
          ADDRESS,
          JAVA_INT,
          ADDRESS,
          JAVA_INT,
          JAVA_INT);
  private static final Call ADD_CHDIR =
      Call.of("posix_spawn_file_actions_addchdir_np", JAVA_INT, ADDRESS, ADDRESS);
  private static final Call ADD_CLOSE_FROM =
      Call.of("posix_spawn_file_actions_addclosefrom_np", JAVA_INT, ADDRESS, JAVA_INT);
  private static final Call ATTRIBUTES_INIT = Call.of("posix_spawnattr_init", JAVA_INT, ADDRESS);
  private static final Call ATTRIBUTES_DESTROY =
      Call.of("posix_spawnattr_destroy", JAVA_INT, ADDRESS);
  private static final Call SET_FLAGS =
      Call.of("posix_spawnattr_setflags", JAVA_INT, ADDRESS, JAVA_SHORT);
  private static final Call SET_DEFAULT_SIGNALS =
      Call.of("posix_spawnattr_setsigdefault", JAVA_INT, ADDRESS, ADDRESS);
  private static final Call FILL_SIGNALS = Call.of("sigfillset", JAVA_INT, ADDRESS);
  private static final Call POSIX_SPAWN =
      Call.of("posix_spawn", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
  private static final Call FCNTL =
      Call.variadic("fcntl", "fcntl", 2, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);

  private Spawn() {}

  /**
   * Starts a program in a session of its own.
   *
   * @param arguments the program's absolute path, then its arguments
   * @param descriptors what the child has as 0, 1, 2 and so on; null is /dev/null. Nothing else is
   *     open in the child.
   */
  public static Child start(
      List<String> arguments, Map<String, String> environment, List<@Nullable Fd> descriptors)
      throws SyscallException {
    return start(arguments, environment, descriptors, null, null);
  }

  /** As above, in a working directory of its own. */
  public static Child startIn(
      Path directory,
      List<String> arguments,
      Map<String, String> environment,
      List<@Nullable Fd> descriptors)
      throws SyscallException {
    return start(arguments, environment, descriptors, null, directory);
  }

  /** As above, with a terminal as standard input, output and error, which controls the session. */
  public static Child startOn(
      String terminal, List<String> arguments, Map<String, String> environment)
      throws SyscallException {
    return start(arguments, environment, List.of(), terminal, null);
  }

  private static Child start(
      List<String> arguments,
      Map<String, String> environment,
      List<@Nullable Fd> descriptors,
      @Nullable String terminal,
      @Nullable Path directory)
      throws SyscallException {
    List<Fd> moved = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment actions = arena.allocate(ACTIONS_BYTES, 8);
      MemorySegment attributes = arena.allocate(ATTRIBUTES_BYTES, 8);
      check("", ACTIONS_INIT, actions);
      check("", ATTRIBUTES_INIT, attributes);
      try {
        attributes(arena, attributes);
        if (directory != null) {
          check("", ADD_CHDIR, actions, Call.path(arena, directory.toString()));
        }
        int next = 0;
        if (terminal != null) {
          check("", ADD_OPEN, actions, next++, Call.path(arena, terminal), OpenFlags.READ_WRITE, 0);
          check("", ADD_DUP2, actions, 0, next++);
          check("", ADD_DUP2, actions, 0, next++);
        }
        for (Fd each : descriptors) {
          if (each == null) {
            MemorySegment nothing = Call.path(arena, "/dev/null");
            check("", ADD_OPEN, actions, next, nothing, OpenFlags.READ_WRITE, 0);
          } else {
            Fd high = new Fd((int) FCNTL.invoke("", each.number(), F_DUPFD_CLOEXEC, ABOVE));
            moved.add(high);
            check("", ADD_DUP2, actions, high.number(), next);
          }
          next++;
        }
        check("", ADD_CLOSE_FROM, actions, next);
        MemorySegment pid = arena.allocate(4, 4);
        check(
            arguments.getFirst(),
            POSIX_SPAWN,
            pid,
            Call.path(arena, arguments.getFirst()),
            actions,
            attributes,
            strings(arena, arguments),
            strings(
                arena,
                environment.entrySet().stream()
                    .map(each -> each.getKey() + "=" + each.getValue())
                    .toList()));
        return new Child(pid.get(JAVA_INT, 0));
      } finally {
        ACTIONS_DESTROY.invoke("", actions);
        ATTRIBUTES_DESTROY.invoke("", attributes);
      }
    } finally {
      moved.forEach(Fd::close);
    }
  }

  /** A session of its own, no blocked and no ignored signals: as a shell would start it. */
  private static void attributes(Arena arena, MemorySegment attributes) throws SyscallException {
    MemorySegment all = arena.allocate(SIGSET_BYTES, 8);
    FILL_SIGNALS.invoke("", all);
    check("", SET_DEFAULT_SIGNALS, attributes, all);
    check("", SET_FLAGS, attributes, (short) (SETSID | SETSIGDEF | SETSIGMASK));
  }

  private static MemorySegment strings(Arena arena, List<String> values) {
    MemorySegment array =
        arena.allocate(ADDRESS.byteSize() * (values.size() + 1L), ADDRESS.byteSize());
    for (int i = 0; i < values.size(); i++) {
      array.setAtIndex(ADDRESS, i, Call.path(arena, values.get(i)));
    }
    return array;
  }

  /** These functions return the error number instead of setting it. */
  private static void check(String subject, Call call, Object... arguments)
      throws SyscallException {
    int errno = (int) call.invoke(subject, arguments);
    if (errno != 0) {
      throw new SyscallException("spawn", subject, errno);
    }
  }
}
