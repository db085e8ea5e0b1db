package dev.muster.apiserver.reviews;

import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Many decisions of authorizers that wait for others, such as webhooks: a few questions at a time
 * are under way, until the time of the request is over.
 */
final class WaitingDecisions {
  /** How many questions of one list wait at the same time. */
  private static final int AT_A_TIME = 16;

  private static final long BETWEEN_CHECKS_MILLIS = 100;

  private final Authorizer authorizer;
  private final List<Attributes> requests;
  private final Decision[] decisions;
  private final AtomicInteger next = new AtomicInteger();

  private WaitingDecisions(Authorizer authorizer, List<Attributes> requests) {
    this.authorizer = authorizer;
    this.requests = requests;
    this.decisions = new Decision[requests.size()];
  }

  /** In the order of the requests. */
  static List<Decision> of(Authorizer authorizer, List<Attributes> requests) {
    WaitingDecisions all = new WaitingDecisions(authorizer, requests);
    List<FutureTask<Boolean>> askers = new ArrayList<>();
    for (int i = 0; i < Math.min(AT_A_TIME, requests.size()); i++) {
      FutureTask<Boolean> asker = new FutureTask<>(all::ask, true);
      askers.add(asker);
      Thread.startVirtualThread(asker);
    }
    try {
      for (FutureTask<Boolean> asker : askers) {
        await(asker);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Status.timeout("the request was given up while authorizers were asked").exception();
    } finally {
      all.next.set(requests.size()); // nobody begins with another one
    }
    return List.of(all.decisions);
  }

  /** Looks at the time while it waits. */
  private static void await(FutureTask<Boolean> asker) throws InterruptedException {
    boolean over = false;
    while (!over) {
      try {
        over = asker.get(BETWEEN_CHECKS_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        Deadline.check();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException problem
            ? problem
            : new IllegalStateException(e.getCause());
      }
    }
  }

  /** Takes one question after the other. */
  private void ask() {
    for (int i = next.getAndIncrement(); i < requests.size(); i = next.getAndIncrement()) {
      decisions[i] = authorizer.authorize(requests.get(i));
    }
  }
}
