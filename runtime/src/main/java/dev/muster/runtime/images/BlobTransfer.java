package dev.muster.runtime.images;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Brings one piece of content from a registry, going on where an earlier attempt, of this or of
 * another process, broke off.
 */
final class BlobTransfer {
  /** One transfer of each partial file in this process: the kernel's locks tell processes apart. */
  private static final FileTurns ALONE = new FileTurns();

  private final ContentStore content;
  private final RegistrySession session;
  private final RegistrySettings settings;
  private final PullProgress progress;

  BlobTransfer(
      ContentStore content,
      RegistrySession session,
      RegistrySettings settings,
      PullProgress progress) {
    this.content = content;
    this.session = session;
    this.settings = settings;
    this.progress = progress;
  }

  void fetch(ImageManifest.Blob blob) throws IOException {
    if (content.has(blob.digest())) {
      progress.update(blob.digest(), blob.size(), blob.size());
      return;
    }
    Path partial = content.partial(blob.digest(), session.source());
    ALONE.with(partial, () -> fetch(blob, partial));
  }

  private void fetch(ImageManifest.Blob blob, Path partial) throws IOException {
    try (FileChannel file =
            FileChannel.open(partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = file.lock()) {
      if (!lock.isValid() || content.has(blob.digest())) {
        return;
      }
      if (file.size() > blob.size()) {
        file.truncate(0);
      }
      attempts(blob, file);
      content.accept(blob.digest(), partial);
    }
  }

  private void attempts(ImageManifest.Blob blob, FileChannel file) throws IOException {
    for (int attempt = 1; file.size() < blob.size(); attempt++) {
      long before = file.size();
      try {
        receive(blob, file);
        if (file.size() < blob.size()) {
          throw new IOException("the transfer of " + blob.digest() + " ended early");
        }
      } catch (ImageException e) {
        throw e;
      } catch (IOException e) {
        boolean helped = file.size() > before;
        if (attempt >= settings.attempts() && !helped
            || attempt >= 100
            || Thread.currentThread().isInterrupted()) {
          throw e;
        }
      }
    }
  }

  private void receive(ImageManifest.Blob blob, FileChannel file) throws IOException {
    HttpResponse<InputStream> response = session.blob(blob.digest(), file.size());
    try (InputStream body = response.body()) {
      if (response.statusCode() == 416) {
        file.truncate(0);
        return;
      }
      if (response.statusCode() == 200 || !continues(response, file.size())) {
        file.truncate(0);
        if (response.statusCode() == 206) {
          throw new IOException("the registry sends another part than was asked for");
        }
      }
      AtomicLong done = new AtomicLong(file.size());
      Thread watchdog = watch(body, done);
      try {
        copy(blob, body, file, done);
      } finally {
        watchdog.interrupt();
      }
    }
  }

  private static boolean continues(HttpResponse<InputStream> response, long from) {
    return response
        .headers()
        .firstValue("content-range")
        .map(range -> range.startsWith("bytes " + from + "-"))
        .orElse(false);
  }

  private void copy(ImageManifest.Blob blob, InputStream body, FileChannel file, AtomicLong done)
      throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
      if (done.get() + count > blob.size()) {
        file.truncate(0);
        throw new ImageException(
            "content " + blob.digest() + " is larger than the " + blob.size() + " bytes announced");
      }
      ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, count);
      while (bytes.hasRemaining()) {
        int unused = file.write(bytes, done.get() + bytes.position());
      }
      progress.update(blob.digest(), done.addAndGet(count), blob.size());
    }
  }

  /** Breaks a transfer off that stands still. */
  private Thread watch(InputStream body, AtomicLong done) {
    Duration stall = settings.stall();
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                long before = -1;
                while (before != done.get()) {
                  before = done.get();
                  Thread.sleep(stall);
                }
                body.close();
              } catch (InterruptedException | IOException e) {
                Thread.currentThread().interrupt();
              }
            });
  }
}
