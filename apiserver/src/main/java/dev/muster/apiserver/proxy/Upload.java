package dev.muster.apiserver.proxy;

import dev.muster.client.http.BackendConnection;
import dev.muster.client.http.OutgoingRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The body of a request on its way, while the answer to it may come already. */
final class Upload {
  private final AtomicLong pieces = new AtomicLong();
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean whole;

  private Upload() {}

  /**
   * @param sent run when all of the body was sent, or there is none
   */
  static Upload start(BackendConnection to, OutgoingRequest request, Runnable sent) {
    Upload upload = new Upload();
    if (request.bodyLength() == 0) {
      upload.whole = true;
      sent.run();
      upload.over.countDown();
    } else {
      Thread.ofVirtual().name("proxy-upload").start(() -> upload.run(to, request, sent));
    }
    return upload;
  }

  private void run(BackendConnection to, OutgoingRequest request, Runnable sent) {
    try {
      to.sendBody(request, pieces::incrementAndGet);
      whole = true;
      sent.run();
    } catch (IOException | RuntimeException e) {
      // the answer tells, or that there is none
    } finally {
      over.countDown();
    }
  }

  /**
   * Waits for the end of the body, for as long as it moves.
   *
   * @return whether all of it was sent
   */
  boolean await(Duration still) throws InterruptedException {
    long before = -1;
    while (!over.await(still.toMillis(), TimeUnit.MILLISECONDS)) {
      long now = pieces.get();
      if (now == before) {
        return false;
      }
      before = now;
    }
    return whole;
  }
}
