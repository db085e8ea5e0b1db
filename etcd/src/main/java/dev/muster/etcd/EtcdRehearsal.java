package dev.muster.etcd;

import com.google.protobuf.ByteString;
import dev.muster.etcd.api.KVGrpc;
import dev.muster.etcd.api.KeyValue;
import dev.muster.etcd.api.RangeRequest;
import dev.muster.etcd.api.RangeResponse;
import dev.muster.etcd.api.ResponseHeader;
import dev.muster.etcd.api.TxnRequest;
import dev.muster.etcd.api.TxnResponse;
import dev.muster.etcd.api.WatchEvent;
import dev.muster.etcd.api.WatchGrpc;
import dev.muster.etcd.api.WatchRequest;
import dev.muster.etcd.api.WatchResponse;
import dev.muster.store.Codec;
import dev.muster.store.Draft;
import dev.muster.store.Entry;
import dev.muster.store.KeyLayout;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A store on a stand-in for etcd, which is opened, asked and written to once: whoever records what
 * the JVM loads has all that a store in etcd needs.
 */
public final class EtcdRehearsal {
  /** So much later than the beginning that not all history is replayed. */
  private static final long NOW = 1_000_000;

  private final KeyValue kept;
  private final CompletableFuture<StreamObserver<WatchResponse>> watch = new CompletableFuture<>();

  private EtcdRehearsal(ByteString key, byte[] value) {
    kept =
        KeyValue.newBuilder()
            .setKey(key)
            .setValue(ByteString.copyFrom(value))
            .setCreateRevision(1)
            .setModRevision(1)
            .build();
  }

  /**
   * @param value of the one key that there is, as it is kept in etcd
   * @param again what is written of the value that was read
   * @throws IOException if no port of the machine's own can be listened at
   */
  public static <V> void run(
      KeyLayout layout, Codec<V> codec, String key, byte[] value, Function<V, Draft<V>> again)
      throws IOException {
    EtcdRehearsal standIn =
        new EtcdRehearsal(ByteString.copyFromUtf8(layout.toStorage(key)), value);
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(standIn.new Kv())
            .addService(standIn.new Watches())
            .build()
            .start();
    URI url = URI.create("http://localhost:" + server.getPort());
    try (EtcdStore<V> store = EtcdStore.open(EtcdOptions.of(List.of(url)), layout, codec)) {
      store.awaitLatest(Duration.ZERO);
      Entry<V> read = store.snapshot().get(key);
      if (read == null) {
        throw new IllegalStateException("the stand-in's value was not read");
      }
      store.put(key, again.apply(read.value()), read.revision());
    } finally {
      server.shutdownNow();
    }
  }

  private static ResponseHeader header(long revision) {
    return ResponseHeader.newBuilder().setRevision(revision).build();
  }

  private static WatchResponse event(KeyValue pair) {
    return WatchResponse.newBuilder()
        .setHeader(header(pair.getModRevision()))
        .addEvents(WatchEvent.newBuilder().setKv(pair))
        .build();
  }

  private final class Kv extends KVGrpc.KVImplBase {
    @Override
    public void range(RangeRequest request, StreamObserver<RangeResponse> answer) {
      RangeResponse.Builder response = RangeResponse.newBuilder().setHeader(header(NOW));
      if (!request.getCountOnly()) {
        response.addKvs(kept);
      }
      answer.onNext(response.build());
      answer.onCompleted();
    }

    @Override
    public void txn(TxnRequest request, StreamObserver<TxnResponse> answer) {
      long revision = NOW + 1;
      answer.onNext(
          TxnResponse.newBuilder().setHeader(header(revision)).setSucceeded(true).build());
      answer.onCompleted();
      watch.join().onNext(event(kept.toBuilder().setModRevision(revision).build()));
    }
  }

  private final class Watches extends WatchGrpc.WatchImplBase {
    @Override
    public StreamObserver<WatchRequest> watch(StreamObserver<WatchResponse> events) {
      return new StreamObserver<>() {
        @Override
        public void onNext(WatchRequest request) {
          events.onNext(event(kept.toBuilder().setModRevision(NOW).build()));
          watch.complete(events);
        }

        @Override
        public void onError(Throwable hungUp) {}

        @Override
        public void onCompleted() {
          events.onCompleted();
        }
      };
    }
  }
}
