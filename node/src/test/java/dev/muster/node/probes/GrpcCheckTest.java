package dev.muster.node.probes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.GRPCAction;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server is well as a whole, and knows no service by a name. */
@Timeout(60)
class GrpcCheckTest {
  private static final byte[] SERVING = {0x08, 0x01};

  private static Server server;

  @BeforeAll
  static void serve() throws IOException {
    MethodDescriptor<byte[], byte[]> check =
        MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("grpc.health.v1.Health/Check")
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();
    ServerServiceDefinition health =
        ServerServiceDefinition.builder("grpc.health.v1.Health")
            .addMethod(
                check,
                ServerCalls.asyncUnaryCall(
                    (request, answer) -> {
                      if (request.length > 0) {
                        answer.onError(Status.NOT_FOUND.asRuntimeException());
                      } else {
                        answer.onNext(SERVING);
                        answer.onCompleted();
                      }
                    }))
            .build();
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(health)
            .build()
            .start();
  }

  @AfterAll
  static void stop() {
    server.shutdownNow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"service\":\"\"}", "{\"service\":null}"})
  void asksForTheWholeServerUnlessAServiceIsNamed(String action) throws IOException {
    assertThat(check(action)).isEqualTo(new ProbeResult.Success(""));
  }

  @Test
  void asksForTheNamedService() throws IOException {
    assertThat(check("{\"service\":\"null\"}"))
        .isEqualTo(new ProbeResult.Failure("error: health rpc failed: unknown service \"null\""));
  }

  private static ProbeResult check(String action) throws IOException {
    JsonNode parsed = new ObjectMapper().readTree(action.getBytes(StandardCharsets.UTF_8));
    ObjectNode withPort = ((ObjectNode) parsed).put("port", server.getPort());
    ContainerSpec container =
        new ContainerSpec(
            CoreV1.Container.of(JsonNodeFactory.instance.objectNode()), ContainerSpec.Kind.APP);
    return GrpcCheck.run(
        GRPCAction.of(withPort),
        new ProbeTarget(
            container, "id", new PodPorts.AtAddress("127.0.0.1"), Duration.ofSeconds(30)),
        SocketChannel::open);
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
