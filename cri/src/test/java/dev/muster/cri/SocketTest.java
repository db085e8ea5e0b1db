package dev.muster.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cri.v1.ExecSyncRequest;
import dev.muster.cri.v1.ExecSyncResponse;
import dev.muster.cri.v1.RuntimeServiceGrpc.RuntimeServiceImplBase;
import dev.muster.cri.v1.VersionRequest;
import dev.muster.cri.v1.VersionResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SocketTest {
  @TempDir Path directory;

  @Test
  void aCallTravelsOverASocketOnlyItsOwnerMayOpen() throws Exception {
    Path socket = directory.resolve("run/cri.sock");
    try (CriServer server = CriServer.start(socket, List.of(new Echo()));
        CriClient client = CriClient.connect(server.socket())) {
      VersionResponse answer =
          client.runtime().version(VersionRequest.newBuilder().setVersion("v1").build());
      assertThat(answer.getRuntimeApiVersion()).isEqualTo("v1");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
          .isEqualTo("rw-------");
    }
    assertThat(directory.resolve("run")).isEmptyDirectory();
  }

  @Test
  void aMessageBeyondTheBoundIsRefusedAndTheConnectionStays() throws Exception {
    Path socket = directory.resolve("cri.sock");
    try (CriServer server = CriServer.start(socket, List.of(new Echo()));
        CriClient client = CriClient.connect(server.socket())) {
      String huge = "x".repeat(CriServer.MAX_MESSAGE_BYTES);
      assertThatThrownBy(
              () -> client.runtime().version(VersionRequest.newBuilder().setVersion(huge).build()))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              failed ->
                  assertThat(failed.getStatus().getCode())
                      .isIn(Status.Code.RESOURCE_EXHAUSTED, Status.Code.CANCELLED));
      assertThat(client.runtime().version(VersionRequest.getDefaultInstance())).isNotNull();
    }
  }

  @Test
  void aDeadlineEndsACall() throws Exception {
    Path socket = directory.resolve("cri.sock");
    try (CriServer server = CriServer.start(socket, List.of(new Echo()));
        CriClient client = CriClient.connect(server.socket())) {
      assertThatThrownBy(
              () ->
                  client
                      .runtime(Duration.ofMillis(50))
                      .execSync(ExecSyncRequest.getDefaultInstance()))
          .hasMessageContaining("DEADLINE_EXCEEDED");
    }
  }

  @Test
  void aSocketNobodyListensOnIsReplaced() throws Exception {
    Path socket = directory.resolve("cri.sock");
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(socket));
    }
    try (CriServer server = CriServer.start(socket, List.of(new Echo()));
        CriClient client = CriClient.connect(server.socket())) {
      assertThat(client.runtime().version(VersionRequest.getDefaultInstance())).isNotNull();
    }
  }

  @Test
  void aSocketInUseIsLeftAlone() throws Exception {
    Path socket = directory.resolve("cri.sock");
    try (CriServer first = CriServer.start(socket, List.of(new Echo()));
        CriClient client = CriClient.connect(first.socket())) {
      assertThatThrownBy(() -> CriServer.start(socket, List.of(new Echo())))
          .isInstanceOf(BindException.class)
          .hasMessage("\"" + socket + "\" is in use: another runtime listens there");
      assertThat(client.runtime().version(VersionRequest.getDefaultInstance())).isNotNull();
    }
  }

  @Test
  void aFileIsNeverReplaced() throws Exception {
    Path file = Files.writeString(directory.resolve("precious"), "data");
    assertThatThrownBy(() -> CriServer.start(file, List.of(new Echo())))
        .isInstanceOf(BindException.class)
        .hasMessage("\"" + file + "\" exists and is not a socket: move it away");
    assertThat(file).hasContent("data");
  }

  @ParameterizedTest
  @CsvSource({
    "unix:///run/muster/cri.sock, /run/muster/cri.sock",
    "unix:/run/cri.sock, /run/cri.sock",
    "/run/cri.sock, /run/cri.sock"
  })
  void endpointsNameSockets(String endpoint, Path socket) {
    assertThat(CriEndpoint.socket(endpoint)).isEqualTo(socket);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "cri.sock", "tcp://localhost:1", "unix://", "unix:///run/", "http:///x"})
  void otherEndpointsAreRefused(String endpoint) {
    assertThatThrownBy(() -> CriEndpoint.socket(endpoint))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a socket");
  }

  private static final class Echo extends RuntimeServiceImplBase {
    @Override
    public void version(VersionRequest request, StreamObserver<VersionResponse> answer) {
      answer.onNext(
          VersionResponse.newBuilder().setRuntimeApiVersion(request.getVersion()).build());
      answer.onCompleted();
    }

    @Override
    public void execSync(ExecSyncRequest request, StreamObserver<ExecSyncResponse> answer) {
      // never answers: the caller's deadline ends it
    }
  }
}
