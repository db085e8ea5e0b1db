package dev.muster.apiserver.decisions;

import dev.muster.apiserver.request.AccessObserver;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.http.Exchange;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last decisions. Thread-safe.
 *
 * <p>INVARIANT (load): noting one takes a place in a ring and waits for nobody, whether or not
 * somebody reads; readers look at the ring when they like, and miss what was overwritten.
 */
public final class DecisionLog implements AccessObserver {
  /** How many are kept. */
  public static final int KEPT = 1000;

  private final AtomicReferenceArray<@Nullable NotedDecision> ring =
      new AtomicReferenceArray<>(KEPT);
  private final AtomicLong last = new AtomicLong();
  private final AccessObserver next;
  private final LongSupplier revision;
  private final InstantSource clock;

  /**
   * An empty one.
   *
   * @param next hears everything as well
   * @param revision of the store
   */
  public DecisionLog(AccessObserver next, LongSupplier revision, InstantSource clock) {
    this.next = next;
    this.revision = revision;
    this.clock = clock;
  }

  @Override
  public void identified(Exchange exchange, User user) {
    next.identified(exchange, user);
  }

  @Override
  public void impersonates(Exchange exchange, User other) {
    next.impersonates(exchange, other);
  }

  @Override
  public void decided(Exchange exchange, Attributes request, Decision decision) {
    note(exchange.auditId(), request, decision);
    next.decided(exchange, request, decision);
  }

  @Override
  public void filtered(Exchange exchange, Attributes request, Decision decision) {
    note(decided(exchange.auditId(), request, decision).inPart());
    next.filtered(exchange, request, decision);
  }

  @Override
  public void explained(Exchange exchange, Supplier<String> line, long revision) {
    next.explained(exchange, line, revision);
  }

  void note(String auditId, Attributes request, Decision decision) {
    note(decided(auditId, request, decision));
  }

  private NotedDecision decided(String auditId, Attributes request, Decision decision) {
    return NotedDecision.of(
        last.incrementAndGet(), clock.millis(), auditId, request, decision, revision.getAsLong());
  }

  private void note(NotedDecision noted) {
    int place = place(noted.number());
    @Nullable NotedDecision there = ring.get(place);
    // whoever was held up between number and ring does not take the place of a newer one
    while (there == null || there.number() < noted.number()) {
      if (ring.compareAndSet(place, there, noted)) {
        return;
      }
      there = ring.get(place);
    }
  }

  private static int place(long number) {
    return (int) (number % KEPT);
  }

  /** The number of the newest; 0 before the first. */
  public long newest() {
    return last.get();
  }

  /**
   * What came after a decision, oldest first.
   *
   * @param seen the number of the last one that the reader knows; 0 for none
   */
  public Batch after(long seen) {
    long end = last.get();
    long oldest = Math.max(1, end - KEPT + 1);
    List<NotedDecision> found = new ArrayList<>();
    long number = Math.max(seen + 1, oldest);
    long missed = number - (seen + 1);
    for (; number <= end; number++) {
      @Nullable NotedDecision noted = ring.get(place(number));
      if (noted == null || noted.number() < number) {
        break; // it is about to be noted
      }
      if (noted.number() > number) {
        missed++; // overwritten meanwhile
      } else {
        found.add(noted);
      }
    }
    return new Batch(missed, found, number - 1);
  }

  /**
   * Decisions in order.
   *
   * @param missed how many before or between them were overwritten unread
   * @param upTo the number to go on after
   */
  public record Batch(long missed, List<NotedDecision> decisions, long upTo) {
    public Batch {
      decisions = List.copyOf(decisions);
    }
  }
}
