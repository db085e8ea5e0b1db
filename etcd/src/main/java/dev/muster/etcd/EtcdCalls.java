package dev.muster.etcd;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.protobuf.ByteString;
import dev.muster.base.deadline.Deadline;
import dev.muster.etcd.api.CompactionRequest;
import dev.muster.etcd.api.KVGrpc;
import dev.muster.etcd.api.KVGrpc.KVBlockingStub;
import dev.muster.etcd.api.RangeRequest;
import dev.muster.etcd.api.RangeResponse;
import dev.muster.etcd.api.TxnRequest;
import dev.muster.etcd.api.TxnResponse;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Calls to whichever member answers. Each has a deadline: the request's, or that of the options.
 */
final class EtcdCalls {
  /** After this long a read is tried with another member. */
  private static final Duration TRY = Duration.ofSeconds(3);

  /** How long a call waits for a connection, at most. */
  private static final Duration CONNECT = Duration.ofSeconds(5);

  /** How soon after a write its event is there, unless something is wrong. */
  private static final Duration EVENT = Duration.ofMillis(250);

  /** Between two attempts. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** A key that nobody has: only the revision is of interest. */
  private static final ByteString NOTHING = ByteString.copyFrom(new byte[1]);

  private final EtcdEndpoints endpoints;
  private final Duration timeout;

  EtcdCalls(EtcdEndpoints endpoints, Duration timeout) {
    this.endpoints = endpoints;
    this.timeout = timeout;
  }

  /** How long what is done for the current request may take. */
  Duration time() {
    return Deadline.current().left(timeout);
  }

  /** The revision of the cluster: at least that of every write acknowledged before this. */
  long revision(Duration within) {
    RangeRequest request = RangeRequest.newBuilder().setKey(NOTHING).setCountOnly(true).build();
    try {
      return read(kv -> kv.range(request), within).getHeader().getRevision();
    } catch (StatusRuntimeException e) {
      throw EtcdFailure.of(e);
    }
  }

  /**
   * @throws StatusRuntimeException if etcd will not answer this, however often it is asked
   */
  RangeResponse range(RangeRequest request) {
    return read(kv -> kv.range(request), time());
  }

  void compact(long revision) {
    CompactionRequest request =
        CompactionRequest.newBuilder().setRevision(revision).setPhysical(true).build();
    try {
      read(kv -> kv.compact(request), time());
    } catch (StatusRuntimeException e) {
      if (!EtcdFailure.compacted(e)) {
        throw EtcdFailure.of(e);
      }
    }
  }

  private <T> T read(Function<KVBlockingStub, T> call, Duration within) {
    long until = System.nanoTime() + within.toNanos();
    while (true) {
      Duration left = Duration.ofNanos(until - System.nanoTime());
      ManagedChannel channel = endpoints.ready(least(left, CONNECT));
      long tryFor = Math.max(1, least(left, TRY).toMillis());
      try {
        return call.apply(
            KVGrpc.newBlockingStub(channel).withDeadlineAfter(tryFor, TimeUnit.MILLISECONDS));
      } catch (StatusRuntimeException e) {
        if (!EtcdFailure.passing(e)) {
          throw e;
        }
        endpoints.disappointed(channel);
        if (Thread.currentThread().isInterrupted() || until - System.nanoTime() <= 0) {
          throw EtcdFailure.of(e);
        }
      }
      pause();
    }
  }

  /** Sends a transaction once, of which memory need not know. An interrupt does not end it. */
  TxnResponse commit(TxnRequest request) {
    return commit(request, revision -> CompletableFuture.completedFuture(null));
  }

  /**
   * Sends a transaction once. Returns once it is answered and memory has what it wrote, though it
   * does not wait long for memory. An interrupt does not end it.
   *
   * @param visible done when memory has a revision
   */
  TxnResponse commit(TxnRequest request, LongFunction<CompletableFuture<Void>> visible) {
    long until = System.nanoTime() + time().toNanos();
    while (true) {
      Duration left = Duration.ofNanos(until - System.nanoTime());
      ManagedChannel channel = endpoints.ready(least(left, CONNECT));
      try {
        return await(
            KVGrpc.newFutureStub(channel)
                .withExecutor(MoreExecutors.directExecutor()) // only wakes who waits for it
                .withDeadlineAfter(Math.max(1, left.toMillis()), TimeUnit.MILLISECONDS)
                .txn(request),
            visible);
      } catch (StatusRuntimeException e) {
        if (!EtcdFailure.passing(e)) {
          throw EtcdFailure.of(e);
        }
        endpoints.disappointed(channel);
        if (!EtcdFailure.noLeader(e) || until - System.nanoTime() <= 0) {
          throw EtcdFailure.of(e);
        }
      }
      pause();
    }
  }

  /** Who waits is woken once for both, the answer and the event that follows it. */
  private static TxnResponse await(
      ListenableFuture<TxnResponse> answer, LongFunction<CompletableFuture<Void>> visible) {
    CompletableFuture<TxnResponse> answered = new CompletableFuture<>();
    answer.addListener(
        () -> {
          if (answer.state() == Future.State.SUCCESS) {
            answered.complete(answer.resultNow());
          } else {
            answered.completeExceptionally(answer.exceptionNow());
          }
        },
        MoreExecutors.directExecutor());
    CompletableFuture<TxnResponse> both =
        answered.thenCompose(
            said ->
                visible
                    .apply(said.getHeader().getRevision())
                    .handle((reached, closed) -> said)); // that it was closed is found out later
    boolean interrupted = false;
    boolean late = false;
    try {
      while (true) {
        try {
          return late ? answer.get() : both.get(EVENT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          late = true;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw Status.fromThrowable(e).asRuntimeException();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration least(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
