package dev.muster.apiserver.proxy;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collections;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** An address of this machine that a proxy may lead to, which none of its loopback ones is. */
public final class OutsideAddress {
  private static @Nullable String given;

  private OutsideAddress() {}

  /**
   * One that is given to the loopback device for as long as this process lives: a card may be
   * another test's, and go with it. Who may not give any takes a card's.
   */
  public static synchronized String get() throws IOException {
    if (given == null) {
      String spare = "198.18." + lot() + "." + lot();
      if (change("add", spare)) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(spare)));
        given = spare;
      } else {
        given = ofACard();
      }
    }
    return given;
  }

  private static int lot() {
    return ThreadLocalRandom.current().nextInt(1, 255);
  }

  private static String ofACard() throws IOException {
    for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(card.getInetAddresses())) {
        if (address instanceof Inet4Address && card.isUp() && isOutside(address)) {
          return address.getHostAddress();
        }
      }
    }
    throw new IOException("this machine has no address but loopback ones");
  }

  private static boolean isOutside(InetAddress address) {
    return !address.isLoopbackAddress() && !address.isLinkLocalAddress();
  }

  private static void remove(String spare) {
    try {
      change("del", spare);
    } catch (IOException e) {
      // it goes with the machine
    }
  }

  private static boolean change(String change, String spare) throws IOException {
    try {
      return new ProcessBuilder("ip", "address", change, spare + "/32", "dev", "lo")
              .inheritIO()
              .start()
              .waitFor()
          == 0;
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
