package dev.muster.apiserver.server;

import dev.muster.http.HttpsServer;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.pki.Pki;
import org.slf4j.LoggerFactory;

/**
 * Loads what every server needs, whatever its flags say, while the caller still reads them: on two
 * cores a server is ready sooner. What fails here fails again, and is told, where it is needed.
 */
public final class HeadStart {
  private HeadStart() {}

  /** Returns at once. */
  public static void begin() {
    on("keys", Pki::load);
    on("kinds", KubernetesKinds::kinds);
    on("https", HeadStart::https);
  }

  private static void https() {
    LoggerFactory.getLogger(HeadStart.class).debug("a head start");
    HttpsServer.load();
  }

  private static void on(String name, Runnable part) {
    Thread thread = Thread.ofPlatform().daemon().name("head-start-" + name).unstarted(part);
    thread.setUncaughtExceptionHandler((in, problem) -> {});
    thread.start();
  }
}
