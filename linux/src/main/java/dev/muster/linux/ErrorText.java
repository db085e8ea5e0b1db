package dev.muster.linux;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/** What the C library says of an error number, in lower case as Go programs print it. */
@SuppressWarnings("restricted") // the C library's text is read where it lies
final class ErrorText {
  private static final int LONGEST = 256;
  private static final MethodHandle STRERROR =
      Linker.nativeLinker()
          .downcallHandle(
              Call.address("strerror"),
              FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));

  private ErrorText() {}

  static String of(int errno) {
    try {
      MemorySegment text = (MemorySegment) STRERROR.invokeExact(errno);
      return Call.text(text.reinterpret(LONGEST)).toLowerCase(Locale.ROOT);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
