package dev.muster.node.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Connections whose clients have not shown yet who they are. There are few of them, in all and from
 * one address: a new one pushes out the oldest, of its own address or of the one that has most. So
 * whoever says at once who it is gets in, and those who say nothing keep nobody out. Thread-safe.
 */
final class Strangers {
  private final int most;
  private final int mostOfOne;
  private final Map<InetAddress, Set<Socket>> waiting = new HashMap<>();
  private int total;

  Strangers(int most, int mostOfOne) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  void add(Socket socket) {
    Socket out = null;
    synchronized (this) {
      Set<Socket> own =
          waiting.computeIfAbsent(socket.getInetAddress(), a -> new LinkedHashSet<>());
      own.add(socket);
      total++;
      if (own.size() > mostOfOne) {
        out = oldest(own);
      } else if (total > most) {
        out = oldest(largest());
      }
    }
    if (out != null) {
      close(out);
    }
  }

  /** It is known, or gone. */
  synchronized void remove(Socket socket) {
    Set<Socket> own = waiting.getOrDefault(socket.getInetAddress(), Set.of());
    if (!own.isEmpty() && own.remove(socket)) {
      total--;
      if (own.isEmpty()) {
        waiting.remove(socket.getInetAddress());
      }
    }
  }

  private Socket oldest(Set<Socket> of) {
    Socket first = of.iterator().next();
    of.remove(first);
    total--;
    return first;
  }

  private Set<Socket> largest() {
    return waiting.values().stream().max(Comparator.comparingInt(Set::size)).orElseThrow();
  }

  synchronized int total() {
    return total;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is as closed as it can be
    }
  }
}
