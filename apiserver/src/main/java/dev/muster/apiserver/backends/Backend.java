package dev.muster.apiserver.backends;

import java.net.InetAddress;

/**
 * Where a request goes.
 *
 * @param name by which it is known, and which its certificate has to show if that is looked at
 * @param address that the name stands for: looked up once, so that what was checked is what is used
 */
public record Backend(Security security, String name, InetAddress address, int port) {

  /** How a connection is made. */
  public enum Security {
    /** Without TLS. */
    PLAIN,
    /** Pods and services have certificates of nobody's: any is taken, and none is shown. */
    UNVERIFIED,
    /** A node's own server: it shows the cluster's certificate, and so does this server. */
    KUBELET
  }

  /** {@code host:port}. */
  public String authority() {
    return bracketed(name) + ":" + port;
  }

  static String bracketed(String host) {
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
