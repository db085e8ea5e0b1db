package dev.muster.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One function of the C library that answers -1 and sets errno when it fails. */
final class Call {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO =
      STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  private final String name;
  private final MethodHandle handle;

  private Call(String name, MethodHandle handle) {
    this.name = name;
    this.handle = handle;
  }

  static Call of(String function, MemoryLayout result, MemoryLayout... arguments) {
    return link(function, function, List.of(), result, arguments);
  }

  /** A function whose arguments from {@code fixed} on are variadic. */
  static Call variadic(
      String name, String function, int fixed, MemoryLayout result, MemoryLayout... arguments) {
    return link(name, function, List.of(Linker.Option.firstVariadicArg(fixed)), result, arguments);
  }

  @SuppressWarnings("restricted") // loading the C library's functions is what this class is for
  private static Call link(
      String name,
      String function,
      List<Linker.Option> extra,
      MemoryLayout result,
      MemoryLayout... arguments) {
    List<Linker.Option> options = new ArrayList<>(extra);
    options.add(Linker.Option.captureCallState("errno"));
    MethodHandle direct =
        LINKER.downcallHandle(
            address(function),
            FunctionDescriptor.of(result, arguments),
            options.toArray(Linker.Option[]::new));
    return new Call(
        name,
        direct
            .asSpreader(1, Object[].class, arguments.length)
            .asType(MethodType.methodType(long.class, MemorySegment.class, Object[].class)));
  }

  /** Where a function of the C library is. */
  static MemorySegment address(String name) {
    return LINKER
        .defaultLookup()
        .find(name)
        .orElseThrow(() -> new UnsatisfiedLinkError("the C library has no " + name));
  }

  /** Calls, again as long as a signal interrupts; {@code subject} is what a failure names. */
  long invoke(String subject, Object... arguments) throws SyscallException {
    while (true) {
      int errno;
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment state = arena.allocate(STATE);
        long result = (long) handle.invokeExact(state, arguments);
        if (result != -1) {
          return result;
        }
        errno = state.get(ValueLayout.JAVA_INT, ERRNO);
      } catch (Throwable e) {
        throw new AssertionError(name, e);
      }
      if (errno != Errno.EINTR) {
        throw new SyscallException(name, subject, errno);
      }
    }
  }

  /** The text up to the first NUL, or to the segment's end if there is none. */
  static String text(MemorySegment segment) {
    long end = 0;
    while (end < segment.byteSize() && segment.get(ValueLayout.JAVA_BYTE, end) != 0) {
      end++;
    }
    return new String(
        segment.asSlice(0, end).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
  }

  /** A NUL-terminated path in native memory. */
  static MemorySegment path(Arena arena, String path) {
    byte[] bytes = RawName.encode(path);
    MemorySegment segment = arena.allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return segment;
  }
}
