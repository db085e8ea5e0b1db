package dev.muster.apiserver.server;

import dev.muster.apiserver.visibility.PolicyHistory;
import dev.muster.store.ClosedException;
import dev.muster.store.CompactedException;
import dev.muster.store.LaggedException;
import dev.muster.store.Store;
import dev.muster.store.Watch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Wakes those who wait for a change under some prefixes. It says only that there may be one: who is
 * woken looks for themselves. Its threads begin with the first who waits and end with the store.
 */
final class PolicyBell {
  private static final Duration LONG = Duration.ofHours(1);

  /**
   * Between two rings: who writes roles without end would wake every watch for each of them. No
   * right is used for that much longer, since who is woken by an object looks as well.
   */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Store<?> store;
  private final List<String> prefixes;
  private final ConcurrentHashMap<Object, Runnable> waiting = new ConcurrentHashMap<>();
  private boolean started;

  PolicyBell(Store<?> store, List<String> prefixes) {
    this.store = store;
    this.prefixes = List.copyOf(prefixes);
  }

  /** A change that is acknowledged after this returns is told. */
  PolicyHistory.Subscription onChange(Runnable action) {
    Object key = new Object();
    waiting.put(key, action);
    start();
    return () -> waiting.remove(key);
  }

  private synchronized void start() {
    if (!started) {
      started = true;
      for (String prefix : prefixes) {
        Thread.ofVirtual().name("policy-bell").start(() -> follow(prefix));
      }
    }
  }

  private void follow(String prefix) {
    while (true) {
      try (Watch<?> watch = store.watch(prefix, store.snapshot().revision())) {
        // whatever was written before there was a watch
        ring();
        listen(watch);
      } catch (CompactedException | LaggedException e) {
        // begins anew, and rings for what it may have missed
      } catch (ClosedException e) {
        ring();
        return;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void listen(Watch<?> watch) throws InterruptedException {
    while (true) {
      if (!watch.poll(LONG).isEmpty()) {
        ring();
        Thread.sleep(PAUSE);
      }
    }
  }

  private void ring() {
    waiting.values().forEach(Runnable::run);
  }
}
