package dev.muster.controllers.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Informer;
import dev.muster.views.MetaV1.ObjectMeta;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * What was written for a key and is not in the informers yet. While there is any of it, what the
 * informers show is older than what the controller did, and counting it would do it twice. Kept in
 * memory only: after a crash the informers begin with all that was written.
 */
public final class Expectations {
  /** What is awaited comes with an event; if it never does, this is when to look again. */
  public static final Requeue LATER = Requeue.after(Duration.ofSeconds(30));

  /** An expectation that is not met by then never will be: something else has happened. */
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private record Pending(BooleanSupplier met, Instant until) {}

  private final InstantSource clock;
  private final Map<String, List<Pending>> pending = new ConcurrentHashMap<>();

  public Expectations(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * An object was written.
   *
   * @param answer to the write
   */
  public void written(String key, Informer informer, JsonNode answer) {
    String version = ObjectMeta.ofObject(answer).resourceVersion().text();
    expect(key, () -> informer.hasSeen(version));
  }

  /** An object was deleted, or is about to be, as its grace period allows. */
  public void deleted(String key, Informer informer, JsonNode object) {
    String where = Informer.key(object);
    String uid = ObjectMeta.ofObject(object).uid().text();
    expect(
        key,
        () -> {
          ObjectNode now = informer.get(where);
          return now == null
              || !ObjectMeta.ofObject(now).uid().text().equals(uid)
              || ObjectMeta.ofObject(now).deletionTimestamp().present();
        });
  }

  private void expect(String key, BooleanSupplier met) {
    Pending one = new Pending(met, clock.instant().plus(TIMEOUT));
    pending.compute(
        key,
        (same, before) -> {
          List<Pending> all = before == null ? new ArrayList<>() : new ArrayList<>(before);
          all.add(one);
          return all;
        });
  }

  /** Whether the informers show everything that was written for the key. */
  public boolean satisfied(String key) {
    Instant now = clock.instant();
    return pending.computeIfPresent(
            key,
            (same, before) -> {
              List<Pending> left =
                  before.stream()
                      .filter(one -> !one.met().getAsBoolean() && now.isBefore(one.until()))
                      .toList();
              return left.isEmpty() ? null : left;
            })
        == null;
  }

  /** The object is gone. */
  public void forget(String key) {
    pending.remove(key);
  }
}
