package dev.muster.apiserver.authzwebhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.muster.apiserver.certificates.TestAuthority;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.authz.webhook.ReviewFailure;
import dev.muster.authz.webhook.ReviewTransport.Reply;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.pki.Identity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real HTTPS service with mutual TLS, and every way in which it can let us down. */
@MostlyWaits
class HttpsReviewTransportTest {
  private static final byte[] REVIEW = "{\"kind\":\"SubjectAccessReview\"}\n".getBytes(UTF_8);
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);

  @TempDir private static Path directory;
  private static TestAuthority ours;
  private static TestAuthority others;

  @BeforeAll
  static void issue() throws Exception {
    ours = TestAuthority.in(directory, "ours");
    others = TestAuthority.in(directory, "others");
    ours.write(ours.client("api-server"), "client");
    others.write(others.client("api-server"), "stranger");
  }

  private static RemoteService service() throws Exception {
    return RemoteService.start(ours.server(), ours);
  }

  private static HttpsReviewTransport to(RemoteService service, String ca, String client)
      throws Exception {
    return to(service.kubeconfig(directory, ca, client));
  }

  private static HttpsReviewTransport to(Path kubeconfig) {
    return new HttpsReviewTransport(new RemoteServer(ClientConfig.read(kubeconfig)), LONG);
  }

  private static ReviewFailure failure(RemoteService service, Duration timeout) throws Exception {
    try (HttpsReviewTransport transport = to(service, "ours", "client")) {
      return failure(transport, timeout);
    }
  }

  private static ReviewFailure failure(HttpsReviewTransport transport, Duration timeout) {
    return catchThrowableOfType(ReviewFailure.class, () -> transport.post(REVIEW, timeout));
  }

  @Test
  void postsTheReviewAsTheClientOfTheKubeconfig() throws Exception {
    try (RemoteService service = service().answering(201, "{\"answer\":1}");
        HttpsReviewTransport transport = to(service, "ours", "client")) {
      for (int i = 0; i < 3; i++) {
        Reply reply = transport.post(REVIEW, LONG);
        assertThat(reply)
            .isEqualTo(new Reply(201, "application/json", "{\"answer\":1}", Duration.ZERO));
      }
      assertThat(service.requests())
          .allSatisfy(
              request -> {
                assertThat(request.head())
                    .startsWith("POST /authorize?timeout=20s HTTP/1.1\r\n")
                    .containsIgnoringCase("content-type: application/json");
                assertThat(request.body()).isEqualTo("{\"kind\":\"SubjectAccessReview\"}\n");
                assertThat(request.client()).isEqualTo("CN=api-server");
              })
          .extracting(RemoteService.Request::socket)
          .as("one connection")
          .containsOnly(service.requests().getFirst().socket());
    }
  }

  @Test
  void sendsTheTokenThatTheFileHoldsNow() throws Exception {
    try (RemoteService service = service().answering(200, "{}")) {
      Path kubeconfig = service.kubeconfig(directory, "ours", "client");
      Path token = Files.writeString(directory.resolve("token"), "first\n");
      Files.writeString(
          kubeconfig,
          Files.readString(kubeconfig)
              .replace("    user:\n", "    user:\n      tokenFile: token\n"));
      try (HttpsReviewTransport transport = to(kubeconfig)) {
        transport.post(REVIEW, LONG);
        Files.writeString(token, "second");
        transport.post(REVIEW, LONG);
      }
      assertThat(service.requests().get(0).head()).contains("Authorization: Bearer first\r\n");
      assertThat(service.requests().get(1).head()).contains("Authorization: Bearer second\r\n");
    }
  }

  @Test
  void passesOnHowLongTheServiceWantsToBeLeftAlone() throws Exception {
    try (RemoteService service =
            service()
                .behaving(
                    (request, out) ->
                        out.write(
                            "HTTP/1.1 503 X\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"
                                .getBytes(UTF_8)));
        HttpsReviewTransport transport = to(service, "ours", "client")) {
      assertThat(transport.post(REVIEW, LONG))
          .isEqualTo(new Reply(503, "", "", Duration.ofSeconds(7)));
    }
  }

  @Test
  void aServiceThatHangsIsNotWaitedFor() throws Exception {
    try (RemoteService service = service()) {
      service.behaving((request, out) -> service.hang());
      ReviewFailure failure = failure(service, SHORT);
      assertThat(failure.result()).isEqualTo("timeout");
      assertThat(failure)
          .hasMessage(
              "Post \"%s?timeout=20s\": context deadline exceeded (Client.Timeout exceeded while"
                  + " awaiting headers)",
              service.url());
    }
  }

  @Test
  void aServiceThatStopsInTheMiddleOfItsAnswerIsNotWaitedFor() throws Exception {
    try (RemoteService service = service()) {
      service.behaving(
          (request, out) -> {
            out.write("HTTP/1.1 200 X\r\nContent-Length: 10\r\n\r\n{".getBytes(UTF_8));
            out.flush();
            service.hang();
          });
      assertThat(failure(service, SHORT).result()).isEqualTo("timeout");
    }
  }

  @Test
  void aHugeAnswerIsNotRead() throws Exception {
    try (RemoteService service =
        service()
            .behaving(
                (request, out) -> {
                  out.write("HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes(UTF_8));
                  byte[] chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(UTF_8);
                  while (true) { // until the client hangs up
                    out.write(chunk);
                  }
                })) {
      assertThat(failure(service, LONG)).hasMessageContaining("1048576");
    }
  }

  @Test
  void aConnectionThatBreaksIsAReasonToAskAgain() throws Exception {
    try (RemoteService service =
        service()
            .behaving(
                (request, out) -> {
                  request.socket().setSoLinger(true, 0);
                  request.socket().close();
                })) {
      assertThat(failure(service, LONG).result()).isEqualTo("error");
    }
  }

  @Test
  void aServiceThatHangsUpHasNotAnswered() throws Exception {
    try (RemoteService service = service().behaving((request, out) -> request.socket().close())) {
      assertThat(failure(service, LONG)).hasMessage("Post \"%s?timeout=20s\": EOF", service.url());
    }
  }

  @Test
  void whatIsNotHttpIsAFailure() throws Exception {
    try (RemoteService service =
        service()
            .behaving(
                (request, out) -> {
                  out.write("SSH-2.0-OpenSSH_9.2p1\r\n\r\n".getBytes(UTF_8));
                  out.flush();
                  request.socket().close();
                })) {
      assertThat(failure(service, LONG).result()).isEqualTo("error");
    }
  }

  @Test
  void nobodyListens() throws Exception {
    Path kubeconfig;
    try (RemoteService service = service()) {
      kubeconfig = service.kubeconfig(directory, "ours", "client");
    }
    // a port that was free a moment ago may be somebody else's by now; this one is nobody's
    Files.writeString(
        kubeconfig, Files.readString(kubeconfig).replaceAll("(127.0.0.1):[0-9]+", "$1:1"));
    try (HttpsReviewTransport transport = to(kubeconfig)) {
      assertThat(failure(transport, LONG))
          .hasMessage(
              "Post \"https://127.0.0.1:1/authorize?timeout=20s\": dial tcp 127.0.0.1:1:"
                  + " connect: connection refused");
    }
  }

  @Test
  void anExpiredCertificateIsNotTrusted() throws Exception {
    distrusts(ours.expiredServer(), "ours", "NotAfter");
  }

  @Test
  void anotherAuthoritysCertificateIsNotTrusted() throws Exception {
    distrusts(others.server(), "ours", "unable to find valid certification path");
  }

  @Test
  void anotherHostsCertificateIsNotTrusted() throws Exception {
    distrusts(ours.serverNamed("authz.example.com"), "ours", "127.0.0.1");
  }

  private static void distrusts(Identity identity, String ca, String reason) throws Exception {
    try (RemoteService service = RemoteService.start(identity, ours).answering(200, "{}");
        HttpsReviewTransport transport = to(service, ca, "client")) {
      assertThat(failure(transport, LONG)).hasMessageContaining(reason);
      assertThat(service.requests()).isEmpty();
    }
  }

  @Test
  void theInsecureFlagTrustsAnyone() throws Exception {
    try (RemoteService service =
        RemoteService.start(others.serverNamed("elsewhere"), ours).answering(200, "{}")) {
      Path kubeconfig = service.kubeconfig(directory, "ours", "client");
      Files.writeString(
          kubeconfig,
          Files.readString(kubeconfig)
              .replace("certificate-authority: ours.crt", "insecure-skip-tls-verify: true"));
      try (HttpsReviewTransport transport = to(kubeconfig)) {
        assertThat(transport.post(REVIEW, LONG).code()).isEqualTo(200);
      }
    }
  }

  @Test
  void aServiceThatDoesNotKnowOurCertificateIsAFailure() throws Exception {
    try (RemoteService service = service().answering(200, "{}");
        HttpsReviewTransport transport = to(service, "ours", "stranger")) {
      assertThat(failure(transport, LONG).result()).isEqualTo("error");
      assertThat(service.requests()).isEmpty();
    }
  }
}
