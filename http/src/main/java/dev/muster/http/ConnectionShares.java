package dev.muster.http;

import dev.muster.base.sockets.Network;
import dev.muster.base.sockets.Strangers;
import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Request;

/**
 * Who may hold connections. An address that has its share of them gets no more; and of all that the
 * server takes, those by which nobody was let in yet hold half at most: there, a new one pushes out
 * the oldest. Thread-safe.
 */
final class ConnectionShares implements Connection.Listener {
  private final int perAddress;
  private final Strangers<EndPoint> strangers;
  private final ConcurrentHashMap<String, Integer> open = new ConcurrentHashMap<>();

  /** Whose each one is: once closed, a connection no longer tells. */
  private final ConcurrentHashMap<EndPoint, Guest> guests = new ConcurrentHashMap<>();

  private static final class Guest {
    private final String network;
    private volatile boolean known;

    Guest(String network) {
      this.network = network;
    }
  }

  ConnectionShares(int connections, int perAddress) {
    this.perAddress = perAddress;
    this.strangers =
        new Strangers<>(Math.max(1, connections / 2), Math.max(1, perAddress / 2), EndPoint::close);
  }

  @Override
  public void onOpened(Connection connection) {
    EndPoint endPoint = connection.getEndPoint();
    if (connection instanceof SslConnection
        && endPoint.getRemoteSocketAddress() instanceof InetSocketAddress peer) {
      String network = Network.of(peer.getAddress());
      guests.put(endPoint, new Guest(network));
      if (open.merge(network, 1, Integer::sum) > perAddress) {
        endPoint.close();
      } else {
        strangers.add(network, endPoint);
      }
    }
  }

  /** Somebody was let in by the request's connection. */
  void known(Request request) {
    EndPoint inner = request.getConnectionMetaData().getConnection().getEndPoint();
    if (inner instanceof SslConnection.SslEndPoint secured) {
      EndPoint endPoint = secured.getSslConnection().getEndPoint();
      Guest guest = guests.get(endPoint);
      if (guest != null && !guest.known) {
        guest.known = true;
        strangers.remove(guest.network, endPoint);
      }
    }
  }

  @Override
  public void onClosed(Connection connection) {
    if (!(connection instanceof SslConnection)) {
      return;
    }
    EndPoint endPoint = connection.getEndPoint();
    Guest guest = guests.remove(endPoint);
    if (guest != null) {
      strangers.remove(guest.network, endPoint);
      open.computeIfPresent(guest.network, (address, count) -> count == 1 ? null : count - 1);
    }
  }
}
