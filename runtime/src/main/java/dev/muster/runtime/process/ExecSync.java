package dev.muster.runtime.process;

import com.google.protobuf.ByteString;
import dev.muster.runtime.refusal.Refused;
import dev.muster.runtime.refusal.Refused.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a command in a container to its end. */
public final class ExecSync {
  /** Both streams together fit into one answer; what is beyond is read and dropped. */
  private static final int MOST_OUTPUT = 8 * 1024 * 1024 - 32 * 1024;

  private ExecSync() {}

  /** What a command wrote, and its exit code. */
  public record Result(ByteString stdout, ByteString stderr, int exitCode) {}

  /**
   * Runs it.
   *
   * @param limit after which it is killed; zero for none
   */
  public static Result run(
      OciRuntime runtime, String id, Path bundle, List<String> command, Duration limit)
      throws IOException, Refused {
    try (Exec exec = Exec.start(runtime, id, bundle, command, false)) {
      FutureTask<byte[]> out = reading(exec.stdout());
      FutureTask<byte[]> err = reading(exec.stderr());
      long end = System.nanoTime() + limit.toNanos();
      try {
        byte[] stdout = limit.isZero() ? out.get() : out.get(left(end), TimeUnit.NANOSECONDS);
        byte[] stderr = limit.isZero() ? err.get() : err.get(left(end), TimeUnit.NANOSECONDS);
        int code = exec.await();
        if (!exec.began()) {
          throw Refused.failed(OciRuntime.sentence(new String(stderr, StandardCharsets.UTF_8)));
        }
        return new Result(ByteString.copyFrom(stdout), ByteString.copyFrom(stderr), code);
      } catch (TimeoutException late) {
        exec.kill();
        exec.await();
        throw new Refused(
            Kind.TIMED_OUT,
            "command %s timed out after %d seconds".formatted(command, limit.toSeconds()),
            late);
      } catch (ExecutionException e) {
        throw new IOException(e.getCause());
      } catch (InterruptedException e) {
        exec.kill();
        exec.await();
        Thread.currentThread().interrupt();
        throw new Refused(Kind.TIMED_OUT, "the call was given up, and the command killed", e);
      }
    }
  }

  private static long left(long end) {
    return Math.max(1, end - System.nanoTime());
  }

  private static FutureTask<byte[]> reading(InputStream stream) {
    FutureTask<byte[]> task =
        new FutureTask<>(
            () -> {
              ByteArrayOutputStream kept = new ByteArrayOutputStream();
              byte[] buffer = new byte[8192];
              for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                kept.write(buffer, 0, Math.min(n, MOST_OUTPUT - kept.size()));
              }
              return kept.toByteArray();
            });
    Thread.ofPlatform().daemon().name("exec").start(task);
    return task;
  }
}
