package dev.muster.bench;

import dev.muster.apiserver.reviews.ConsistentAuthorizer;
import dev.muster.apiserver.reviews.ReviewLists;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authentication;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.authz.Attributes;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * Questions about access: explanations and who-can on a policy of 100,000 bindings, lists of 10,000
 * reviews in this process, and the same lists sent to a server in it over HTTPS. Arguments: a
 * scratch directory, seconds for each figure.
 */
public final class AccessRate {
  private static final int BINDINGS = 100_000;
  private static final int ITEMS = 10_000;
  private static final int CLIENTS = 2;
  private static final Kind LIST =
      KubernetesKinds.kinds()
          .byKind("access.muster.dev/v1", "SubjectAccessReviewList")
          .orElseThrow();

  private AccessRate() {}

  public static void main(String[] args) throws Exception {
    Path base = Path.of(args[0]);
    int seconds = Integer.parseInt(args[1]);
    RbacSnapshot policy = BenchPolicy.index(BINDINGS).snapshot();
    questions(policy, seconds);
    lists(policy, seconds);
    overHttps(Files.createTempDirectory(base, "access-rate"), seconds);
  }

  private static void questions(RbacSnapshot policy, int seconds) {
    PolicyQuestions questions = new PolicyQuestions(policy);
    long started = System.nanoTime();
    policy.overview();
    System.out.printf(
        "the first question after a change pays: %.1f ms%n", (System.nanoTime() - started) / 1e6);
    time("why, refused", seconds, i -> questions.why(question(i, "delete")));
    time("why, allowed", seconds, i -> questions.why(question(i, "get")));
    time("who-can in a namespace", seconds, i -> questions.whoCan(question(i, "get")));
  }

  private static Attributes question(int i, String verb) {
    return BenchPolicy.question(i * 17 % BINDINGS, BINDINGS, verb);
  }

  /** Half of the time is for warming up. */
  private static void time(String name, int seconds, IntConsumer work) {
    long[] nanos = new long[1_000_000];
    int done = 0;
    long end = System.nanoTime() + seconds * 2_000_000_000L;
    long measured = System.nanoTime() + seconds * 1_000_000_000L;
    for (int i = 0; System.nanoTime() < end && done < nanos.length; i++) {
      long started = System.nanoTime();
      work.accept(i);
      if (started > measured) {
        nanos[done++] = System.nanoTime() - started;
      }
    }
    Arrays.sort(nanos, 0, done);
    System.out.printf(
        "%s, %d bindings: p50 %.3f ms, p99 %.3f ms%n",
        name, BINDINGS, nanos[done / 2] / 1e6, nanos[done * 99 / 100] / 1e6);
  }

  private static void lists(RbacSnapshot policy, int seconds) {
    ReviewLists lists =
        new ReviewLists(
            new ConsistentAuthorizer() {
              @Override
              public <T> T atOneRevision(Function<Moment, T> questions) {
                return questions.apply(new Moment(policy::authorize, false));
              }
            });
    byte[] list = list();
    rate("decisions of lists in process, bytes to bytes", seconds, () -> lists.answer(LIST, list));
  }

  private static void rate(String name, int seconds, Runnable work) {
    long decided = 0;
    long started = System.nanoTime();
    long worked = processor();
    for (boolean warm = false; ; ) {
      work.run();
      decided += ITEMS;
      long spent = System.nanoTime() - started;
      if (spent > seconds * 1_000_000_000L) {
        if (warm) {
          System.out.printf(
              "%s: %,.0f/s, %,.0f in a second of one processor%n",
              name, decided * 1e9 / spent, decided * 1e9 / (processor() - worked));
          return;
        }
        warm = true;
        decided = 0;
        started = System.nanoTime();
        worked = processor();
      }
    }
  }

  /** What this process has used of all processors, whatever else they do. */
  private static long processor() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  private static byte[] list() {
    StringBuilder json =
        new StringBuilder(
            "{\"kind\":\"SubjectAccessReviewList\",\"apiVersion\":\"access.muster.dev/v1\",\"items\":[");
    for (int i = 0; i < ITEMS; i++) {
      json.append(i == 0 ? "" : ",")
          .append("{\"spec\":{\"user\":\"user")
          .append(i)
          .append("\",\"groups\":[\"system:authenticated\"],\"resourceAttributes\":{\"verb\":\"")
          .append(i % 2 == 0 ? "get" : "delete")
          .append("\",\"resource\":\"pods\",\"namespace\":\"ns")
          .append(i % 1000)
          .append("\",\"name\":\"p\"}}}");
    }
    return json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void overHttps(Path directory, int seconds) throws Exception {
    Path tokens = Files.writeString(directory.resolve("tokens.csv"), "t,admin,1,system:masters\n");
    ServerConfig config =
        ServerConfig.in(directory.resolve("data"))
            .onPort(0)
            .with(Authentication.defaults().withTokenFile(tokens));
    try (ApiServer server = ApiServer.start(config)) {
      clients(server.url(), seconds, false);
      clients(server.url(), seconds, true);
    }
  }

  private static void clients(String url, int seconds, boolean told) throws Exception {
    AtomicLong lists = new AtomicLong();
    CountDownLatch done = new CountDownLatch(CLIENTS);
    byte[] list = list();
    long worked = processor();
    long started = System.nanoTime();
    for (int i = 0; i < CLIENTS; i++) {
      Thread.ofPlatform()
          .start(
              () -> {
                try (HttpClient client = client()) {
                  while (System.nanoTime() - started < seconds * 1_000_000_000L) {
                    post(client, url, list);
                    lists.incrementAndGet();
                  }
                } catch (IOException | InterruptedException | GeneralSecurityException e) {
                  throw new IllegalStateException(e);
                } finally {
                  done.countDown();
                }
              });
    }
    done.await();
    if (told) {
      System.out.printf(
          "decisions of lists over HTTPS, %d clients in the same process: %,.0f/s, %,.0f in a second"
              + " of one processor, clients included%n",
          CLIENTS,
          lists.get() * ITEMS * 1e9 / (System.nanoTime() - started),
          lists.get() * ITEMS * 1e9 / (processor() - worked));
    }
  }

  private static void post(HttpClient client, String url, byte[] list)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        client.send(
            HttpRequest.newBuilder(
                    URI.create(url + "/apis/access.muster.dev/v1/subjectaccessreviewlists"))
                .header("Authorization", "Bearer t")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(list))
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() != 201) {
      throw new IOException(new String(answer.body(), StandardCharsets.UTF_8));
    }
  }

  private static HttpClient client() throws GeneralSecurityException {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .sslContext(WatchFanOut.trustAll())
        .build();
  }
}
