package dev.muster.base.sockets;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Clients at a port that have not shown yet who they are. There are few of them, in all and from
 * one {@link Network}: a new one pushes out the oldest, of its own network or of the one that has
 * most. So whoever says at once who it is gets in, and those who say nothing keep nobody out.
 * Thread-safe.
 *
 * @param <T> what stands for a client
 */
public final class Strangers<T> {
  private final int most;
  private final int mostOfOne;
  private final Consumer<T> pushOut;
  private final Map<String, Set<T>> waiting = new HashMap<>();
  private int total;

  /**
   * @param pushOut called for one that has to go, which is none of them any more; must not block
   */
  public Strangers(int most, int mostOfOne, Consumer<T> pushOut) {
    this.most = most;
    this.mostOfOne = mostOfOne;
    this.pushOut = pushOut;
  }

  public synchronized void add(String network, T client) {
    Set<T> own = waiting.computeIfAbsent(network, a -> new LinkedHashSet<>());
    own.add(client);
    total++;
    if (own.size() > mostOfOne) {
      pushOut(network, own);
    } else if (total > most) {
      Map.Entry<String, Set<T>> largest = largest();
      pushOut(largest.getKey(), largest.getValue());
    }
  }

  /** It is known, or gone. */
  public synchronized void remove(String network, T client) {
    Set<T> own = waiting.get(network);
    if (own != null && own.remove(client)) {
      removed(network, own);
    }
  }

  private void pushOut(String network, Set<T> own) {
    T oldest = own.iterator().next();
    own.remove(oldest);
    removed(network, own);
    // INVARIANT: not after remove() has returned, since then it may be somebody else's
    pushOut.accept(oldest);
  }

  private void removed(String network, Set<T> own) {
    total--;
    if (own.isEmpty()) {
      waiting.remove(network);
    }
  }

  private Map.Entry<String, Set<T>> largest() {
    return waiting.entrySet().stream()
        .max(Comparator.comparingInt(of -> of.getValue().size()))
        .orElseThrow();
  }

  synchronized int total() {
    return total;
  }
}
