package dev.muster.apiserver.server;

import dev.muster.pki.Pki;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the certificates once a day, so that none expires while the server runs. */
final class CertificateRenewal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateRenewal.class);
  private static final Duration EVERY = Duration.ofDays(1);

  private final Thread thread;

  private CertificateRenewal(Thread thread) {
    this.thread = thread;
  }

  static CertificateRenewal start(Pki pki) {
    return new CertificateRenewal(
        Thread.ofVirtual().name("certificate-renewal").start(() -> run(pki)));
  }

  private static void run(Pki pki) {
    try {
      while (true) {
        Thread.sleep(EVERY);
        try {
          pki.renew();
        } catch (RuntimeException e) {
          LOG.error("certificates cannot be renewed; the next try is in a day", e);
        }
      }
    } catch (InterruptedException e) {
      // told to stop
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
