package dev.muster.cri;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Serves CRI on a unix socket that only its owner may open. A socket left by a server that died is
 * replaced; one that answers, or a file that is no socket, is not.
 */
public final class CriServer implements AutoCloseable {
  /** The largest message either side sends or takes, as the kubelet has it. */
  public static final int MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

  private static final int MAX_METADATA_BYTES = 64 * 1024;
  private static final int MAX_CALLS_PER_CONNECTION = 1_000;
  private static final long GRACE_SECONDS = 2;

  private final Path socket;
  private final SocketFile file;
  private final Server server;
  private final EventLoopGroup loops;
  private final ExecutorService calls;

  private CriServer(
      Path socket, SocketFile file, Server server, EventLoopGroup loops, ExecutorService calls) {
    this.socket = socket;
    this.file = file;
    this.server = server;
    this.loops = loops;
    this.calls = calls;
  }

  /**
   * Starts serving; returns when clients can connect.
   *
   * @throws java.net.BindException if the name cannot be taken
   */
  public static CriServer start(Path socket, List<? extends BindableService> services)
      throws IOException {
    SocketFile file = SocketFile.claim(socket);
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    // not virtual ones: calls wait in the kernel for processes, pipes and mounts
    ExecutorService calls =
        Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("cri-", 0).factory());
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(file.draft()))
            .channelType(NioServerDomainSocketChannel.class)
            .bossEventLoopGroup(loops)
            .workerEventLoopGroup(loops)
            .executor(calls)
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .maxInboundMetadataSize(MAX_METADATA_BYTES)
            .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
            .permitKeepAliveWithoutCalls(true)
            .permitKeepAliveTime(10, TimeUnit.SECONDS);
    services.forEach(builder::addService);
    Server server = builder.build();
    CriServer started = new CriServer(socket, file, server, loops, calls);
    try {
      server.start();
      file.publish();
      return started;
    } catch (IOException | RuntimeException failed) {
      started.close();
      throw failed;
    }
  }

  /** Where it listens. */
  public Path socket() {
    return socket;
  }

  /** Stops listening, gives calls under way a moment to end, and removes the socket. */
  @Override
  public void close() throws IOException {
    file.remove();
    server.shutdown();
    try {
      if (!server.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
        server.shutdownNow().awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException interrupted) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
    calls.shutdownNow();
    var unused = loops.shutdownGracefully(0, GRACE_SECONDS, TimeUnit.SECONDS);
  }
}
