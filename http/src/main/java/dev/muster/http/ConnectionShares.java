package dev.muster.http;

import dev.muster.linux.sockets.Network;
import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;

/** Closes connections of an address that has its share of them already. */
final class ConnectionShares implements Connection.Listener {
  private final int perAddress;
  private final ConcurrentHashMap<String, Integer> open = new ConcurrentHashMap<>();

  /** Whose each one is: once closed, a connection no longer tells. */
  private final ConcurrentHashMap<Connection, String> peers = new ConcurrentHashMap<>();

  ConnectionShares(int perAddress) {
    this.perAddress = perAddress;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof SslConnection
        && connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress peer) {
      String network = Network.of(peer.getAddress());
      peers.put(connection, network);
      if (open.merge(network, 1, Integer::sum) > perAddress) {
        connection.getEndPoint().close();
      }
    }
  }

  @Override
  public void onClosed(Connection connection) {
    String peer = peers.remove(connection);
    if (peer != null) {
      open.computeIfPresent(peer, (address, count) -> count == 1 ? null : count - 1);
    }
  }
}
