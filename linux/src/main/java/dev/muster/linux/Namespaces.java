package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Work in other namespaces. Each piece of work has a thread of its own that ends with it, so that
 * no other thread is ever in the wrong namespace. What it makes that can be closed is closed if
 * whoever asked for it was interrupted meanwhile.
 */
public final class Namespaces {
  public static final int UTS = 0x04000000;
  public static final int IPC = 0x08000000;
  public static final int NETWORK = 0x40000000;

  private static final Call UNSHARE = Call.of("unshare", JAVA_INT, JAVA_INT);
  private static final Call SETNS = Call.of("setns", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final Call SETHOSTNAME = Call.of("sethostname", JAVA_INT, ADDRESS, JAVA_LONG);

  private Namespaces() {}

  /** Does the work in new namespaces of the given kinds; they end with it unless it pins them. */
  public static <T> T inNew(int kinds, Callable<T> work) throws Exception {
    return alone(
        () -> {
          UNSHARE.invoke("", kinds);
          return work.call();
        });
  }

  /** Does the work in the namespace that a file shows, such as a pinned one. */
  public static <T> T in(Path namespace, Callable<T> work) throws Exception {
    return alone(
        () -> {
          enter(namespace);
          return work.call();
        });
  }

  /** Moves this thread, for good, into the namespace that a file shows: for work started here. */
  public static void enter(Path namespace) throws SyscallException {
    try (Fd fd = Fd.open(namespace, OpenFlags.READ)) {
      SETNS.invoke(namespace.toString(), fd.number(), 0);
    }
  }

  /** Names the host in this thread's UTS namespace. */
  public static void hostname(String name) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      MemorySegment text = Call.path(arena, name);
      SETHOSTNAME.invoke(name, text, (long) bytes.length);
    }
  }

  private static <T> T alone(Callable<T> work) throws Exception {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform().name("namespace").daemon().start(() -> complete(result, work));
    try {
      return result.get();
    } catch (InterruptedException e) {
      if (!result.cancel(false) && result.state() == Future.State.SUCCESS) {
        close(result.resultNow());
      }
      throw e;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw failed;
    }
  }

  private static <T> void complete(CompletableFuture<T> result, Callable<T> work) {
    try {
      T done = work.call();
      if (!result.complete(done)) {
        close(done);
      }
    } catch (Throwable e) { // whoever waits is told, whatever it is
      result.completeExceptionally(e);
    }
  }

  /** Nobody waits for it any more. */
  private static void close(@Nullable Object late) {
    if (late instanceof AutoCloseable resource) {
      try {
        resource.close();
      } catch (Exception e) {
        // nobody has used it
      }
    }
  }
}
