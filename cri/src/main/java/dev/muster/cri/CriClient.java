package dev.muster.cri;

import dev.muster.cri.v1.ImageServiceGrpc;
import dev.muster.cri.v1.ImageServiceGrpc.ImageServiceBlockingStub;
import dev.muster.cri.v1.RuntimeServiceGrpc;
import dev.muster.cri.v1.RuntimeServiceGrpc.RuntimeServiceBlockingStub;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Calls a runtime, ours or another, on its unix socket. Connects with the first call and again
 * whenever the runtime comes back; until then calls fail with {@code UNAVAILABLE}.
 */
public final class CriClient implements AutoCloseable {
  private static final Duration USUAL_DEADLINE = Duration.ofMinutes(2);

  private final ManagedChannel channel;
  private final EventLoopGroup loops;
  private final ExecutorService callbacks;

  private CriClient(ManagedChannel channel, EventLoopGroup loops, ExecutorService callbacks) {
    this.channel = channel;
    this.loops = loops;
    this.callbacks = callbacks;
  }

  public static CriClient connect(Path socket) {
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    ExecutorService callbacks = Executors.newVirtualThreadPerTaskExecutor();
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
            .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
            .eventLoopGroup(loops)
            .executor(callbacks)
            .overrideAuthority("localhost")
            .usePlaintext()
            .maxInboundMessageSize(CriServer.MAX_MESSAGE_BYTES)
            .build();
    return new CriClient(channel, loops, callbacks);
  }

  /** Sandboxes and containers, with the kubelet's usual deadline of two minutes. */
  public RuntimeServiceBlockingStub runtime() {
    return runtime(USUAL_DEADLINE);
  }

  /** Sandboxes and containers; every call on the stub ends within the given time from now. */
  public RuntimeServiceBlockingStub runtime(Duration deadline) {
    return runtimeWithoutDeadline().withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** For calls that may last: the stream of events, an exec without time-out. */
  public RuntimeServiceBlockingStub runtimeWithoutDeadline() {
    return RuntimeServiceGrpc.newBlockingStub(channel);
  }

  /** Images, with the usual deadline. */
  public ImageServiceBlockingStub images() {
    return images(USUAL_DEADLINE);
  }

  /** Images; every call on the stub ends within the given time from now. */
  public ImageServiceBlockingStub images(Duration deadline) {
    return ImageServiceGrpc.newBlockingStub(channel)
        .withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Ends all calls. */
  @Override
  public void close() {
    channel.shutdownNow();
    try {
      channel.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    callbacks.shutdownNow();
    var unused = loops.shutdownGracefully(0, 2, TimeUnit.SECONDS);
  }
}
