package dev.muster.apiserver.backends;

import dev.muster.model.net.IpAddress;
import dev.muster.model.status.Status;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Addresses that a proxy may lead to. Whoever writes the status of a node or a pod chooses them,
 * and this server reaches more than its clients do: itself, its machine, the cloud's metadata.
 */
public final class ProxyableAddress {
  private ProxyableAddress() {}

  /** That of a pod, which has to be an address and no name. */
  public static InetAddress ofIp(String ip) {
    if (IpAddress.parse(ip).isEmpty()) {
      throw notAllowed();
    }
    return ofHost(ip);
  }

  /** That of a node, by address or name; all that the name stands for have to be allowed. */
  public static InetAddress ofHost(String host) {
    InetAddress[] all;
    try {
      all = InetAddress.getAllByName(host);
    } catch (UnknownHostException e) {
      throw Status.badRequest("lookup " + host + ": no such host").exception();
    }
    for (InetAddress one : all) {
      if (!isGlobalUnicast(one)) {
        throw notAllowed();
      }
    }
    return all[0];
  }

  static boolean isGlobalUnicast(InetAddress address) {
    byte[] bytes = address.getAddress();
    boolean broadcast = bytes.length == 4;
    for (byte b : bytes) {
      broadcast &= b == -1;
    }
    boolean embedsV4 = address instanceof Inet6Address six && six.isIPv4CompatibleAddress();
    return !broadcast
        && !embedsV4
        && !address.isAnyLocalAddress()
        && !address.isLoopbackAddress()
        && !address.isLinkLocalAddress()
        && !address.isMulticastAddress();
  }

  private static RuntimeException notAllowed() {
    return Status.badRequest("address not allowed").exception();
  }
}
