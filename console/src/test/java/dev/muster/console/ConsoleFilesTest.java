package dev.muster.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server hands out of the page. */
class ConsoleFilesTest {
  private static final ConsoleFiles FILES = ConsoleFiles.load();
  private static final Path SOURCES = Path.of("src/main/resources/dev/muster/console");

  private static ConsoleAnswer get(String path) {
    return FILES.answer("GET", path, null, null);
  }

  @Test
  void everyFileOfThePageIsInTheList() throws IOException {
    try (Stream<Path> all = Files.walk(SOURCES)) {
      List<String> sources =
          all.filter(Files::isRegularFile)
              .map(file -> SOURCES.relativize(file).toString())
              .filter(file -> !file.equals("files.list"))
              .toList();
      assertThat(ConsoleFiles.names().stream().filter(name -> !name.startsWith("lib/")))
          .containsExactlyInAnyOrderElementsOf(sources);
    }
  }

  @Test
  void everythingThatTheListNamesIsHandedOut() {
    assertThat(ConsoleFiles.names())
        .allSatisfy(name -> assertThat(get(name).status()).isEqualTo(200));
  }

  /** There is no step between that could need a tool: what is in the repository is what runs. */
  @Test
  void thePageIsHandedOutAsItIsWritten() throws IOException {
    for (String name : ConsoleFiles.names()) {
      if (!name.startsWith("lib/")) {
        assertThat(get(name).body()).as(name).isEqualTo(Files.readAllBytes(SOURCES.resolve(name)));
      }
    }
    assertThat(ConsoleFiles.names().stream().filter(name -> name.startsWith("lib/")))
        .containsExactlyInAnyOrder("lib/LICENSE", "lib/lit-html.js");
    assertThat(Files.readString(Path.of("pom.xml"))).doesNotContain("frontend-maven", "<goal>npm");
    assertThat(Path.of("package.json")).doesNotExist();
  }

  /** Who waits is told in words for what, and only when it takes long. */
  @Test
  void nothingSpins() {
    for (String name : ConsoleFiles.names()) {
      String text = new String(get(name).body(), StandardCharsets.UTF_8);
      assertThat(text.contains("@keyframes") || text.contains("spinner")).as(name).isFalse();
    }
  }

  @Test
  void thePageIsSmall() {
    int sum =
        ConsoleFiles.names().stream()
            .mapToInt(name -> FILES.answer("GET", name, null, "gzip").body().length)
            .sum();
    System.out.println("the console is " + sum + " bytes, compressed");
    assertThat(sum).isLessThan(300_000);
  }

  @Test
  void theEmptyPathIsThePage() {
    assertThat(get("").headers()).containsEntry("Content-Type", "text/html; charset=utf-8");
    assertThat(get("").body()).isEqualTo(get("index.html").body());
  }

  @Test
  void noFileHasInlineScriptsOrStylesOrForeignAddresses() {
    String page = new String(get("").body(), StandardCharsets.UTF_8);
    assertThat(page)
        .doesNotContainPattern("<script(?![^>]*src=)")
        .doesNotContain("<style", "style=");
    for (String name : ConsoleFiles.names()) {
      String text = new String(get(name).body(), StandardCharsets.UTF_8);
      assertThat(name.startsWith("lib/") || !text.contains("unsafe-html")).as(name).isTrue();
      if (!name.startsWith("lib/")) {
        assertThat(text)
            .as(name)
            .doesNotContainPattern("https?://(?!www\\.w3\\.org/2000/svg)")
            .doesNotContainPattern(
                "\\b(eval|innerHTML|outerHTML|insertAdjacentHTML|document\\.write)\\b");
      }
    }
  }

  @Test
  void theBrowserIsToldWhatThePageMayDo() {
    for (String path : List.of("", "main.js", "nothing")) {
      assertThat(get(path).headers())
          .containsEntry("Content-Security-Policy", ConsoleFiles.CONTENT_SECURITY_POLICY)
          .containsEntry("X-Content-Type-Options", "nosniff")
          .containsEntry("X-Frame-Options", "DENY")
          .containsEntry("Referrer-Policy", "no-referrer");
    }
    assertThat(ConsoleFiles.CONTENT_SECURITY_POLICY)
        .contains("default-src 'none'")
        .doesNotContain("unsafe")
        .doesNotContain("http");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../ConsoleFiles.class",
        "pages/../../console/ConsoleFiles.class",
        "/etc/passwd",
        "..",
        ".",
        "pages",
        "pages/",
        "%2e%2e/",
        "main.js\0",
        "MAIN.JS",
        "ConsoleFiles.class",
        "files.list"
      })
  void whatIsNotInTheListIsNotThere(String path) {
    assertThat(get(path).status()).isEqualTo(404);
  }

  @Test
  void whatTheBrowserHasIsNotSentAgain() {
    String etag = get("main.js").headers().get("ETag");
    ConsoleAnswer again = FILES.answer("GET", "main.js", etag, null);
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(FILES.answer("GET", "main.js", "\"other\"", null).status()).isEqualTo(200);
  }

  @Test
  void whatIsCompressedIsTheSame() throws IOException {
    ConsoleAnswer small = FILES.answer("GET", "style.css", null, "br, gzip");
    assertThat(small.headers()).containsEntry("Content-Encoding", "gzip");
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(small.body()))) {
      assertThat(in.readAllBytes()).isEqualTo(get("style.css").body());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip|true",
        "GZIP;q=0.5|true",
        "deflate, gzip|true",
        "gzip;q=0|false",
        "gzip; q=0.000|false",
        "x-gzipped|false",
        "identity|false",
        "''|false"
      })
  void gzipIsSentToWhoeverTakesIt(String header, boolean taken) {
    assertThat(AcceptedEncoding.gzip(header)).isEqualTo(taken);
  }

  @Test
  void filesAreOnlyRead() {
    assertThat(FILES.answer("POST", "", null, null).status()).isEqualTo(405);
    assertThat(FILES.answer("HEAD", "main.js", null, null).body()).isEmpty();
  }
}
