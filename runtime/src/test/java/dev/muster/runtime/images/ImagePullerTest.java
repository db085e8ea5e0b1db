package dev.muster.runtime.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.muster.runtime.layers.TarWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ImagePullerTest {
  private static RegistrySettings settings(FakeRegistry... plain) {
    return new RegistrySettings(
        Stream.of(plain).map(FakeRegistry::host).collect(Collectors.toSet()),
        Duration.ofSeconds(5),
        Duration.ofSeconds(20),
        3,
        3);
  }

  @TempDir Path temporary;

  @SuppressWarnings("NullAway.Init")
  private ImageStore source;

  @SuppressWarnings("NullAway.Init")
  private ImageStore store;

  @SuppressWarnings("NullAway.Init")
  private FakeRegistry registry;

  @SuppressWarnings("NullAway.Init")
  private ImagePuller puller;

  @SuppressWarnings("NullAway.Init")
  private Image image;

  @SuppressWarnings("NullAway.Init")
  private ImageReference reference;

  @BeforeEach
  void serve() throws Exception {
    source = ImageStore.open(temporary.resolve("source"));
    store = ImageStore.open(temporary.resolve("store"));
    registry = new FakeRegistry();
    puller = new ImagePuller(store, settings(registry));
    try (ImageBuilder builder = new ImageBuilder(source)) {
      image =
          builder.layer(layer(1)).layer(layer(2)).user("1000").build(ImageReference.parse("x:1"));
    }
    reference = registry.serve(source, image, "team/app");
  }

  @AfterEach
  void stop() {
    puller.close();
    registry.close();
  }

  @Test
  void bringsAllContentAndRemembersTheNames() throws Exception {
    AtomicLong seen = new AtomicLong();
    Image pulled =
        puller.pull(
            reference,
            RegistryCredentials.NONE,
            (blob, done, total) -> {
              if (done == total) {
                seen.addAndGet(total);
              }
            });
    assertThat(pulled.id()).isEqualTo(image.id());
    assertThat(pulled.repoTags()).containsExactly(registry.host() + "/team/app:latest");
    assertThat(pulled.repoDigests())
        .containsExactly(registry.host() + "/team/app@" + image.manifest());
    assertThat(pulled.size()).isEqualTo(image.size());
    assertThat(pulled.config().user()).isEqualTo("1000");
    assertThat(seen.get()).isEqualTo(image.size() - source.manifest(image).length);
    assertThat(store.find(registry.host() + "/team/app")).hasValue(pulled);
  }

  @Test
  void aSecondPullBringsOnlyTheManifest() throws Exception {
    pull();
    registry.requests.clear();
    pull();
    assertThat(registry.requests).containsExactly("/v2/team/app/manifests/latest");
  }

  @Test
  void goesOnWhereATransferBrokeOff() throws Exception {
    registry.breaks.set(2);
    assertThat(pull().id()).isEqualTo(image.id());
    assertThat(registry.requests).anyMatch(each -> each.contains("bytes="));
  }

  private Path partial(Layer layer) throws Exception {
    String source = "http://" + registry.host() + "/v2/team/app/";
    return new ContentStore(temporary.resolve("store")).partial(layer.blob(), source);
  }

  @Test
  void anotherProcessGoesOnWhereOneWasKilled() throws Exception {
    Layer layer = image.layers().getFirst();
    byte[] whole = source.layer(layer).readAllBytes();
    Path partial = partial(layer);
    Files.write(partial, java.util.Arrays.copyOf(whole, 5000));
    pull();
    assertThat(registry.requests).contains("/v2/team/app/blobs/" + layer.blob() + " bytes=5000-");
  }

  /** Who names another's layer, and sends it slowly and wrongly, is in nobody's way. */
  @Test
  @Timeout(60)
  void aRegistryThatDawdlesNeitherDelaysNorSpoilsAnothersLayers() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    try (FakeRegistry slow = new FakeRegistry();
        ImagePuller other = new ImagePuller(store, settings(slow));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      slow.tricks.add(exchange -> dawdles(exchange, begun, over));
      ImageReference same = slow.serve(source, image, "evil/app");
      Future<Image> hostile =
          threads.submit(() -> other.pull(same, RegistryCredentials.NONE, PullProgress.SILENT));
      begun.await();
      assertThat(pull().id()).isEqualTo(image.id());
      over.countDown();
      assertThatThrownBy(hostile::get).isInstanceOf(ExecutionException.class);
      assertThat(pull().id()).isEqualTo(image.id());
    }
  }

  private static boolean dawdles(HttpExchange exchange, CountDownLatch begun, CountDownLatch over)
      throws IOException {
    if (exchange.getRequestURI().getPath().contains("/blobs/")) {
      exchange.sendResponseHeaders(200, 1_000_000);
      exchange.getResponseBody().write(new byte[100]);
      exchange.getResponseBody().flush();
      begun.countDown();
      try {
        over.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return true;
    }
    return false;
  }

  @Test
  void nothingIsKeptOfFilesThatNobodyWorksOn() throws Exception {
    FileTurns turns = new FileTurns();
    turns.with(temporary, () -> assertThat(turns.isEmpty()).isFalse());
    assertThatThrownBy(
            () ->
                turns.with(
                    temporary,
                    () -> {
                      throw new IOException("on purpose");
                    }))
        .hasMessage("on purpose");
    assertThat(turns.isEmpty()).isTrue();
  }

  @Test
  void aDamagedBeginningIsThrownAway() throws Exception {
    Layer layer = image.layers().getFirst();
    Path partial = partial(layer);
    Files.write(partial, new byte[5000]);
    assertThatThrownBy(this::pull).hasMessageContaining("is not what its digest says");
    assertThat(partial).doesNotExist();
    assertThat(pull().id()).isEqualTo(image.id());
  }

  @Test
  void refusesContentThatIsNotWhatItsDigestSays() throws Exception {
    String path = "/v2/team/app/blobs/" + image.layers().getFirst().blob();
    byte[] wrong = java.util.Objects.requireNonNull(registry.answers.get(path)).clone();
    wrong[100] ^= 1;
    registry.answers.put(path, wrong);
    assertThatThrownBy(this::pull)
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("content is not what its digest says");
    assertThat(store.list()).isEmpty();
  }

  @Test
  void refusesMoreThanWasAnnounced() throws Exception {
    String path = "/v2/team/app/blobs/" + image.layers().getFirst().blob();
    registry.answers.put(path, new byte[1 << 20]);
    assertThatThrownBy(this::pull)
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("is larger than the");
  }

  @Test
  void givesUpOnARegistryThatAlwaysEndsEarly() throws Exception {
    String path = "/v2/team/app/blobs/" + image.layers().getFirst().blob();
    registry.tricks.add(
        exchange -> {
          if (!exchange.getRequestURI().getPath().equals(path)) {
            return false;
          }
          exchange.sendResponseHeaders(200, 0);
          return true;
        });
    assertThatThrownBy(this::pull).hasMessageContaining("ended early");
  }

  @Test
  void aDigestIsBinding() throws Exception {
    registry.answers.put(
        "/v2/team/app/manifests/" + image.manifest(),
        "{\"schemaVersion\":2}".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(
            () ->
                puller.pull(
                    ImageReference.parse(reference.name() + "@" + image.manifest()),
                    RegistryCredentials.NONE,
                    PullProgress.SILENT))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("the registry sends another manifest");
  }

  @Test
  void anIndexIsReadForThisMachine() throws Exception {
    index("linux", ImagePlatform.HOST.architecture());
    Image pulled = pull();
    assertThat(pulled.id()).isEqualTo(image.id());
    assertThat(pulled.repoDigests().getFirst()).doesNotContain(image.manifest().text());
  }

  @Test
  void anIndexWithoutThisMachineSaysWhatItHas() throws Exception {
    index("windows", "amd64");
    assertThatThrownBy(this::pull)
        .hasMessageContaining("has no image for " + ImagePlatform.HOST)
        .hasMessageContaining("[windows/amd64]");
  }

  private void index(String os, String architecture) {
    registry.answers.put(
        "/v2/team/app/manifests/latest",
        """
        {"schemaVersion":2,"mediaType":"%s","manifests":[
          {"digest":"%s","size":1,"platform":{"os":"%s","architecture":"%s"}}]}
        """
            .formatted(ImageManifest.OCI_INDEX, image.manifest(), os, architecture)
            .getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aBearerTokenIsFetchedWithThePassword() throws Exception {
    registry.tricks.add(
        exchange -> {
          String shown = exchange.getRequestHeaders().getFirst("Authorization");
          if (exchange.getRequestURI().getPath().equals("/token")) {
            boolean right =
                RegistryCredentials.basic("alice", "secret").basicHeader().equals(shown);
            byte[] answer = "{\"token\":\"t0ken\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(right ? 200 : 401, right ? answer.length : -1);
            if (right) {
              exchange.getResponseBody().write(answer);
            }
            return true;
          }
          if ("Bearer t0ken".equals(shown)) {
            return false;
          }
          exchange
              .getResponseHeaders()
              .set(
                  "WWW-Authenticate",
                  "Bearer realm=\"http://%s/token\",service=\"fake\",scope=\"repository:team/app:pull\""
                      .formatted(registry.host()));
          exchange.sendResponseHeaders(401, -1);
          return true;
        });
    assertThat(
            puller
                .pull(reference, RegistryCredentials.basic("alice", "secret"), PullProgress.SILENT)
                .id())
        .isEqualTo(image.id());
    assertThatThrownBy(
            () ->
                puller.pull(
                    reference, RegistryCredentials.basic("alice", "wrong"), PullProgress.SILENT))
        .hasMessageContaining("does not accept the credentials for team/app");
  }

  @Test
  void aTokenServiceWithoutTlsSeesNoPassword() {
    registry.tricks.add(
        exchange -> {
          exchange
              .getResponseHeaders()
              .set("WWW-Authenticate", "Bearer realm=\"http://tokens.example/token\"");
          exchange.sendResponseHeaders(401, -1);
          return true;
        });
    assertThatThrownBy(
            () ->
                puller.pull(
                    reference, RegistryCredentials.basic("alice", "secret"), PullProgress.SILENT))
        .hasMessage(
            "registry %s names the token service \"http://tokens.example/token\", without TLS"
                .formatted(registry.host()));
  }

  @Test
  void aRedirectSeesNoCredentialsOfTheRegistry() throws Exception {
    try (FakeRegistry elsewhere = new FakeRegistry()) {
      elsewhere.answers.putAll(registry.answers);
      List<String> shown = new java.util.concurrent.CopyOnWriteArrayList<>();
      elsewhere.tricks.add(
          exchange -> {
            shown.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            return false;
          });
      registry.tricks.add(
          exchange -> {
            if (exchange.getRequestHeaders().getFirst("Authorization") == null) {
              exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"x\"");
              exchange.sendResponseHeaders(401, -1);
              return true;
            }
            if (!exchange.getRequestURI().getPath().contains("/blobs/")) {
              return false;
            }
            exchange
                .getResponseHeaders()
                .set("Location", "http://" + elsewhere.host() + exchange.getRequestURI());
            exchange.sendResponseHeaders(307, -1);
            return true;
          });
      try (ImagePuller both = new ImagePuller(store, settings(registry, elsewhere))) {
        both.pull(reference, RegistryCredentials.basic("alice", "secret"), PullProgress.SILENT);
      }
      assertThat(shown).hasSize(3).containsOnly("null");
    }
  }

  @Test
  void aRedirectLeadsNowhereWithoutTls() {
    registry.tricks.add(
        exchange -> {
          exchange.getResponseHeaders().set("Location", "http://metadata.example/latest");
          exchange.sendResponseHeaders(307, -1);
          return true;
        });
    assertThatThrownBy(this::pull).hasMessageContaining("without TLS");
  }

  @Test
  void anImageTheRegistryDoesNotHaveIsToldFromOtherFailures() {
    assertThatThrownBy(
            () ->
                puller.pull(
                    ImageReference.parse(registry.host() + "/no/such:1"),
                    RegistryCredentials.NONE,
                    PullProgress.SILENT))
        .isInstanceOf(ImageNotFoundException.class)
        .hasMessage("registry %s has no %s/no/such:1".formatted(registry.host(), registry.host()));
  }

  @Test
  void aManifestHasABound() {
    registry.answers.put("/v2/team/app/manifests/latest", new byte[(4 << 20) + 1]);
    assertThatThrownBy(this::pull).hasMessageContaining("is larger than 4194304 bytes");
  }

  private Image pull() throws IOException {
    return puller.pull(reference, RegistryCredentials.NONE, PullProgress.SILENT);
  }

  private static byte[] layer(int seed) throws IOException {
    byte[] noise = new byte[100_000];
    new Random(seed).nextBytes(noise);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(bytes)) {
      tar.file("file-" + seed, noise, 0644, 0, 0);
    }
    return bytes.toByteArray();
  }
}
