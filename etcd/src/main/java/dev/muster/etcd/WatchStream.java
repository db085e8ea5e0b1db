package dev.muster.etcd;

import dev.muster.etcd.api.WatchEvent;
import dev.muster.etcd.api.WatchRequest;
import dev.muster.etcd.api.WatchResponse;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One watch on a stream of its own. Only so many messages are asked for as may wait to be taken in,
 * so that nothing piles up here.
 */
final class WatchStream
    implements ClientResponseObserver<WatchRequest, WatchResponse>, AutoCloseable {
  /** How a watch ends. */
  sealed interface End {}

  /** It can be opened again where it was. */
  record Ended(String why) implements End {}

  /** The events up to this revision are gone. */
  record Compacted(long revision) implements End {}

  /** Asked for at once; etcd sends one for each write. */
  private static final int WINDOW = 32;

  private final Consumer<List<WatchEvent>> taker;
  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final List<WatchEvent> fragments = new ArrayList<>();
  private final ReentrantLock taking = new ReentrantLock();
  private @Nullable ClientCallStreamObserver<WatchRequest> requests;
  private int taken;
  private boolean closed;

  /**
   * @param taker gets the events of some revisions, all of each
   */
  WatchStream(Consumer<List<WatchEvent>> taker) {
    this.taker = taker;
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<WatchRequest> stream) {
    requests = stream;
    stream.disableAutoRequestWithInitial(WINDOW);
  }

  void send(WatchRequest request) {
    if (requests != null) {
      requests.onNext(request);
    }
  }

  End await() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void onNext(WatchResponse response) {
    try {
      if (response.getCompactRevision() > 0) {
        end.complete(new Compacted(response.getCompactRevision()));
        return;
      }
      if (response.getCanceled()) {
        end.complete(new Ended(response.getCancelReason()));
        return;
      }
      take(response);
    } catch (RuntimeException | Error e) {
      end.complete(new Ended("what it brought could not be taken in: " + e));
      throw e;
    }
    if (++taken == WINDOW / 2 && requests != null) {
      requests.request(taken);
      taken = 0;
    }
  }

  private void take(WatchResponse response) {
    taking.lock();
    try {
      fragments.addAll(response.getEventsList());
      if (!response.getFragment() && !fragments.isEmpty() && !closed) {
        taker.accept(List.copyOf(fragments));
        fragments.clear();
      }
    } finally {
      taking.unlock();
    }
  }

  /** Ends it as one that has to be opened again. */
  void end(String why) {
    end.complete(new Ended(why));
  }

  @Override
  public void onError(Throwable t) {
    end.complete(new Ended(String.valueOf(t.getMessage())));
  }

  @Override
  public void onCompleted() {
    end.complete(new Ended("etcd closed it"));
  }

  /** INVARIANT: once this returned the taker is not called any more. */
  @Override
  public void close() {
    taking.lock();
    try {
      closed = true;
    } finally {
      taking.unlock();
    }
    if (requests != null) {
      requests.cancel("the watch is over", null);
    }
  }
}
