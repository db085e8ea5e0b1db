package dev.muster.node.cluster;

import com.sun.net.httpserver.HttpServer;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Answers probes of all four kinds on the loopback address, each as it is told: for a check such as
 * {@code readiness}, commands look for a file, requests go to a path, connections to a port, and
 * gRPC asks for a service.
 */
public final class ProbedServer implements AutoCloseable {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private final Path files;
  private final Set<String> well = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> ports = new ConcurrentHashMap<>();
  private final Map<String, ServerSocket> sockets = new ConcurrentHashMap<>();
  private final HttpServer http;
  private final Server grpc;

  public ProbedServer(Path files) throws IOException {
    this.files = files;
    this.http = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
    http.createContext(
        "/",
        request -> {
          boolean ok = well.contains(request.getRequestURI().getPath().substring(1));
          request.sendResponseHeaders(ok ? 200 : 503, -1);
          request.close();
        });
    http.start();
    this.grpc =
        NettyServerBuilder.forAddress(new InetSocketAddress(HERE, 0))
            .addService(
                ServerServiceDefinition.builder("grpc.health.v1.Health")
                    .addMethod(
                        CHECK,
                        ServerCalls.asyncUnaryCall(
                            (service, answer) -> {
                              answer.onNext(well.contains(service) ? "SERVING" : "NOT_SERVING");
                              answer.onCompleted();
                            }))
                    .build())
            .build()
            .start();
  }

  /** Health checks: a question is a service's name, an answer is a status' name. */
  private static final MethodDescriptor<String, String> CHECK =
      MethodDescriptor.<String, String>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("grpc.health.v1.Health/Check")
          .setRequestMarshaller(
              new Text() {
                @Override
                public String parse(InputStream in) {
                  byte[] message = bytes(in);
                  return new String(message, 2, message.length - 2, StandardCharsets.UTF_8);
                }
              })
          .setResponseMarshaller(
              new Text() {
                @Override
                public InputStream stream(String status) {
                  byte number = (byte) (status.equals("SERVING") ? 1 : 2);
                  return new ByteArrayInputStream(new byte[] {0x08, number});
                }
              })
          .build();

  /** One direction of a marshaller; the other is never asked for. */
  private abstract static class Text implements MethodDescriptor.Marshaller<String> {
    @Override
    public InputStream stream(String value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String parse(InputStream in) {
      throw new UnsupportedOperationException();
    }

    static byte[] bytes(InputStream in) {
      try {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public int httpPort() {
    return http.getAddress().getPort();
  }

  public int grpcPort() {
    return grpc.getPort();
  }

  /** Where connections for a check go; nobody answers until it is well. */
  public int tcpPort(String check) {
    return ports.computeIfAbsent(
        check,
        name -> {
          try (ServerSocket free = new ServerSocket(0, 5, HERE)) {
            return free.getLocalPort();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** From now on every probe of this check passes, or fails. */
  public void set(String check, boolean passes) throws IOException {
    Path file = files.resolve(check);
    if (passes) {
      well.add(check);
      Files.writeString(file, "");
      sockets.put(check, new ServerSocket(tcpPort(check), 50, HERE));
    } else {
      well.remove(check);
      Files.deleteIfExists(file);
      ServerSocket open = sockets.remove(check);
      if (open != null) {
        open.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    http.stop(0);
    grpc.shutdownNow();
    for (ServerSocket open : sockets.values()) {
      open.close();
    }
  }
}
