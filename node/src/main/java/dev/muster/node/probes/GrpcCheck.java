package dev.muster.node.probes;

import dev.muster.views.CoreV1.GRPCAction;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.netty.channel.ChannelException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Asks {@code grpc.health.v1.Health/Check}; serving is well. */
final class GrpcCheck {
  private static final int SERVING = 1;
  private static final int LONGEST_ANSWER = 4 * 1024;

  private static final Marshaller<byte[]> BYTES =
      new Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readNBytes(LONGEST_ANSWER);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private static final MethodDescriptor<byte[], byte[]> CHECK =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("grpc.health.v1.Health/Check")
          .setRequestMarshaller(BYTES)
          .setResponseMarshaller(BYTES)
          .build();

  /** Shared by all probes; its one thread does not keep the process alive. */
  private static final EventLoopGroup LOOP =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("grpc-probe", true), NioIoHandler.newFactory());

  private GrpcCheck() {}

  private static NioSocketChannel channel(ProbeSockets.Opening sockets) {
    try {
      return new NioSocketChannel(sockets.open());
    } catch (IOException e) {
      throw new ChannelException(e.getMessage(), e);
    }
  }

  static ProbeResult run(GRPCAction action, ProbeTarget target, ProbeSockets.Opening sockets) {
    int port = target.port(action.port());
    String service = action.service().text();
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(target.host(), port)
            .eventLoopGroup(LOOP)
            .channelFactory(() -> channel(sockets))
            .usePlaintext()
            .userAgent("kube-probe/1.35")
            .build();
    try {
      byte[] answer =
          ClientCalls.blockingUnaryCall(
              channel,
              CHECK,
              CallOptions.DEFAULT.withDeadlineAfter(
                  target.timeout().toMillis(), TimeUnit.MILLISECONDS),
              request(service));
      int status = status(answer);
      return status == SERVING
          ? new ProbeResult.Success("")
          : new ProbeResult.Failure("service unhealthy (responded with \"" + name(status) + "\")");
    } catch (StatusRuntimeException e) {
      return new ProbeResult.Failure(words(e.getStatus(), service, port, target));
    } finally {
      channel.shutdownNow();
    }
  }

  private static String words(Status status, String service, int port, ProbeTarget target) {
    return switch (status.getCode()) {
      case UNIMPLEMENTED ->
          "error: this server does not implement the grpc health protocol (grpc.health.v1.Health)";
      case DEADLINE_EXCEEDED ->
          "timeout: health rpc did not complete within " + target.timeout().toSeconds() + "s";
      case UNAVAILABLE ->
          "timeout: failed to connect service \""
              + target.host()
              + ":"
              + port
              + "\" within "
              + target.timeout().toSeconds()
              + "s";
      case NOT_FOUND -> "error: health rpc failed: unknown service \"" + service + "\"";
      default -> "error: health rpc failed: " + status.getDescription();
    };
  }

  /** A message whose first field is the service's name. */
  private static byte[] request(String service) {
    byte[] name = service.getBytes(StandardCharsets.UTF_8);
    if (name.length == 0) {
      return name;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0x0a);
    int length = name.length;
    while (length > 0x7f) {
      out.write(length & 0x7f | 0x80);
      length >>>= 7;
    }
    out.write(length);
    out.writeBytes(name);
    return out.toByteArray();
  }

  /** The first field of the answer: 1 is SERVING. */
  private static int status(byte[] answer) {
    return answer.length >= 2 && answer[0] == 0x08 ? answer[1] : 0;
  }

  private static String name(int status) {
    return switch (status) {
      case 2 -> "NOT_SERVING";
      case 3 -> "SERVICE_UNKNOWN";
      default -> "UNKNOWN";
    };
  }
}
