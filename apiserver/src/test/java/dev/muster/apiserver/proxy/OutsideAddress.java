package dev.muster.apiserver.proxy;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collections;

/** An address of this machine that a proxy may lead to, which none of its loopback ones is. */
public final class OutsideAddress {
  private static final String SPARE = "198.18.0.1";

  private OutsideAddress() {}

  /** Of a network card; where there is none, one that is given to the loopback device. */
  public static synchronized String get() throws IOException {
    for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(card.getInetAddresses())) {
        if (address instanceof Inet4Address && card.isUp() && isOutside(address)) {
          return address.getHostAddress();
        }
      }
    }
    spare("add");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> spareQuietly("del")));
    return SPARE;
  }

  private static boolean isOutside(InetAddress address) {
    return !address.isLoopbackAddress() && !address.isLinkLocalAddress();
  }

  private static void spareQuietly(String change) {
    try {
      spare(change);
    } catch (IOException e) {
      // it goes with the machine
    }
  }

  private static void spare(String change) throws IOException {
    try {
      int exit =
          new ProcessBuilder("ip", "address", change, SPARE + "/32", "dev", "lo")
              .inheritIO()
              .start()
              .waitFor();
      if (exit != 0) {
        throw new IOException("this machine has no address but loopback ones");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
