package dev.muster.etcd;

import dev.muster.store.UnreachableStoreException;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.NegotiationType;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A connection to each member of the cluster, of which one is used until it disappoints. */
final class EtcdEndpoints implements AutoCloseable {
  /** A member without a leader says so, instead of answering from what it last knew. */
  private static final Metadata.Key<String> HAS_LEADER =
      Metadata.Key.of("hasleader", Metadata.ASCII_STRING_MARSHALLER);

  private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);
  private static final Duration KEEP_ALIVE_TIMEOUT = Duration.ofSeconds(5);

  /** How often those who wait have a connection tried again. */
  private static final long TRY_AGAIN = Duration.ofMillis(250).toNanos();

  /** How long a cluster may refuse, as while its members are started again. */
  private static final long REFUSED = Duration.ofSeconds(2).toNanos();

  private final List<URI> servers;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger preferred = new AtomicInteger();
  private final AtomicLong tried = new AtomicLong(System.nanoTime());

  EtcdEndpoints(EtcdOptions options) {
    this.servers = options.servers();
    for (URI server : servers) {
      channels.add(connect(server, options.tls().orElse(null)));
    }
  }

  private ManagedChannel connect(URI server, @Nullable SSLContext tls) {
    Metadata headers = new Metadata();
    headers.put(HAS_LEADER, "true");
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(server.getHost(), EtcdOptions.port(server))
            .executor(threads)
            .maxInboundMessageSize(Integer.MAX_VALUE)
            .disableRetry()
            .keepAliveTime(KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTimeout(KEEP_ALIVE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
            // an etcd hangs up on who pings it without a call
            .keepAliveWithoutCalls(false)
            .intercept(MetadataUtils.newAttachHeadersInterceptor(headers));
    if (server.getScheme().equals("https")) {
      builder.negotiationType(NegotiationType.TLS);
      if (tls != null) {
        builder.sslContext(http2(tls));
      }
    } else {
      builder.usePlaintext();
    }
    return builder.build();
  }

  private static JdkSslContext http2(SSLContext tls) {
    return new JdkSslContext(
        tls,
        true,
        null,
        IdentityCipherSuiteFilter.INSTANCE,
        new ApplicationProtocolConfig(
            Protocol.ALPN,
            SelectorFailureBehavior.NO_ADVERTISE,
            SelectedListenerFailureBehavior.ACCEPT,
            ApplicationProtocolNames.HTTP_2),
        ClientAuth.NONE,
        null,
        false);
  }

  /**
   * A member that is connected; waits for one, though not long where all refuse.
   *
   * @throws UnreachableStoreException if there is none within the timeout
   */
  ManagedChannel ready(Duration timeout) {
    long began = System.nanoTime();
    while (true) {
      CompletableFuture<Void> changed = new CompletableFuture<>();
      boolean refused = true;
      int from = preferred.get();
      for (int i = 0; i < channels.size(); i++) {
        ManagedChannel channel = channels.get((from + i) % channels.size());
        ConnectivityState state = channel.getState(true);
        if (state == ConnectivityState.READY) {
          return channel;
        }
        refused &= state == ConnectivityState.TRANSIENT_FAILURE;
        channel.notifyWhenStateChanged(state, () -> changed.complete(null));
      }
      long waited = System.nanoTime() - began;
      long left = (refused ? Math.min(REFUSED, timeout.toNanos()) : timeout.toNanos()) - waited;
      if (left <= 0) {
        throw new UnreachableStoreException("etcd cannot be reached at " + servers, false, null);
      }
      tryAgain();
      await(changed, Math.min(left, TRY_AGAIN));
    }
  }

  /** However long they were away: who waits for them does not wait for their next attempt. */
  private void tryAgain() {
    long last = tried.get();
    long now = System.nanoTime();
    if (now - last > TRY_AGAIN && tried.compareAndSet(last, now)) {
      channels.forEach(ManagedChannel::resetConnectBackoff);
    }
  }

  private static void await(CompletableFuture<Void> changed, long nanos) {
    try {
      changed.completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableStoreException(
          "interrupted while waiting for etcd: nothing was written", false, e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Another member is asked from now on, if this one was. */
  void disappointed(ManagedChannel channel) {
    int at = preferred.get();
    if (channels.get(at % channels.size()) == channel) {
      preferred.compareAndSet(at, (at + 1) % channels.size());
    } else {
      preferred.set((channels.indexOf(channel) + 1) % channels.size());
    }
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    threads.shutdown();
  }
}
