package dev.muster.etcd;

import com.google.protobuf.ByteString;
import dev.muster.etcd.api.RangeRequest;
import dev.muster.etcd.api.WatchCreateRequest;
import dev.muster.etcd.api.WatchGrpc;
import dev.muster.etcd.api.WatchRequest;
import dev.muster.store.StoreException;
import dev.muster.store.UnreachableStoreException;
import io.grpc.StatusRuntimeException;
import java.time.Duration;

/**
 * How far back a server that starts can read: it takes the last of the history that etcd still has,
 * so that watches resume on it as on those that ran all the time.
 */
final class EtcdOpening {
  private static final ByteString NOTHING = ByteString.copyFrom(new byte[1]);
  private static final Duration CONNECT = Duration.ofSeconds(10);

  /** How much is replayed at most: of what is past etcd sends a thousand revisions in 0.1 s. */
  private static final long REPLAYED = 10_000;

  private final EtcdEndpoints endpoints;
  private final EtcdCalls calls;

  EtcdOpening(EtcdEndpoints endpoints, EtcdCalls calls) {
    this.endpoints = endpoints;
    this.calls = calls;
  }

  /**
   * The state from which history is there; 0 if it goes back to the beginning.
   *
   * @param current the newest revision
   */
  long oldest(long current) {
    long bound = Math.max(1, current - REPLAYED);
    try {
      calls.range(
          RangeRequest.newBuilder().setKey(NOTHING).setCountOnly(true).setRevision(bound).build());
      return bound == 1 ? 0 : bound;
    } catch (StatusRuntimeException e) {
      if (!EtcdFailure.compacted(e)) {
        throw EtcdFailure.of(e);
      }
      return compacted();
    }
  }

  /** Only a watch of what is gone is told how much is. */
  private long compacted() {
    try (WatchStream stream = new WatchStream(events -> {})) {
      WatchGrpc.newStub(endpoints.ready(CONNECT)).watch(stream);
      stream.send(
          WatchRequest.newBuilder()
              .setCreateRequest(WatchCreateRequest.newBuilder().setKey(NOTHING).setStartRevision(1))
              .build());
      return switch (stream.await()) {
        case WatchStream.Compacted compacted -> compacted.revision();
        case WatchStream.Ended ended ->
            throw new UnreachableStoreException(
                "etcd does not tell its history: " + ended.why(), false, null);
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while opening the store in etcd", e);
    }
  }
}
