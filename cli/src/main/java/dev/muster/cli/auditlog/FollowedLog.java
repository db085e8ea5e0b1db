package dev.muster.cli.auditlog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A log that is still written, from its beginning: at its end it is waited for more, until {@link
 * #stop}. A log that was put aside is read to its end, and then the one that took its place.
 */
public final class FollowedLog extends InputStream {
  private static final long LOOK_AGAIN_MILLIS = 200;

  private final Path file;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private InputStream in;
  private @Nullable Object key;
  private long position;

  /** Opens it. */
  public FollowedLog(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new IOException(file + ": no such file");
    }
    this.file = file;
    this.key = key(file);
    this.in = Files.newInputStream(file);
  }

  /** What is there now is still read; then it ends. */
  public void stop() {
    stopped.countDown();
  }

  /** The same after a while. */
  public void stopAfter(Duration time) {
    Thread.ofVirtual()
        .name("follow")
        .start(
            () -> {
              try {
                boolean unused = stopped.await(time.toMillis(), TimeUnit.MILLISECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              stop();
            });
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    while (length > 0) {
      boolean last = stopped.getCount() == 0;
      int count = in.read(bytes, from, length);
      if (count > 0) {
        position += count;
        return count;
      }
      if (!replaced() && (last || interrupted())) {
        return -1;
      }
    }
    return 0;
  }

  private boolean replaced() throws IOException {
    @Nullable Object now = key(file);
    boolean other = now != null && !Objects.equals(now, key);
    if (other || (now != null && Files.size(file) < position)) {
      in.close();
      in = Files.newInputStream(file);
      key = now;
      position = 0;
      return true;
    }
    return false;
  }

  /** Waits a moment, or until somebody interrupts it. */
  private boolean interrupted() {
    try {
      boolean unused = stopped.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** What tells files of the same name apart; null while there is none. */
  private static @Nullable Object key(Path file) throws IOException {
    return Files.exists(file)
        ? Files.readAttributes(file, BasicFileAttributes.class).fileKey()
        : null;
  }

  @Override
  public void close() throws IOException {
    stop();
    in.close();
  }
}
