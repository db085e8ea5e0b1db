package dev.muster.access.audited;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Logs are long, and whoever sends requests writes into them. */
class AuditSearchTest {
  private static String event(String id, String stage, String user, int code) {
    return """
    {"kind":"Event","auditID":"%s","stage":"%s","requestReceivedTimestamp":"t-%s","verb":"get",\
    "requestURI":"/api/v1/namespaces/x/pods/p","user":{"username":"%s","groups":["g"]},\
    "responseStatus":{"code":%d},"annotations":{"authorization.k8s.io/decision":"forbid"}}
    """
        .formatted(id, stage, user, user, code);
  }

  private static AuditSearch search(String id, Stream<byte[]> parts) throws IOException {
    AuditSearch search = new AuditSearch(id);
    List<InputStream> streams = parts.<InputStream>map(ByteArrayInputStream::new).toList();
    search.read("log", new SequenceInputStream(Collections.enumeration(streams)));
    return search;
  }

  private static AuditSearch search(String id, String log) throws IOException {
    return search(id, Stream.of(log.getBytes(UTF_8)));
  }

  @Test
  void theEventWithAnAnswerCounts() throws IOException {
    AuditSearch found =
        search(
            "a",
            event("b", "ResponseComplete", "eve", 200)
                + event("a", "RequestReceived", "jane", 0)
                + event("a", "ResponseComplete", "jane", 403)
                + event("a", "RequestReceived", "jane", 0));
    assertThat(found.found())
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.code()).isEqualTo(403);
              assertThat(request.asked().name()).isEqualTo("jane");
              assertThat(request.decision()).isEqualTo("forbid");
            });
  }

  /** As the commands of CloudWatch print them, and as it exports them to files. */
  @Test
  void eventsAreFoundInWhatCloudWatchHas() throws IOException {
    String event = event("a", "ResponseComplete", "jane", 403).strip();
    String printed =
        "{\"events\": [{\"timestamp\": 1, \"message\": \""
            + event.replace("\\", "\\\\").replace("\"", "\\\"")
            + "\"}], \"nextToken\": \"x\"}";
    assertThat(search("a", printed).found()).hasSize(1);
    assertThat(search("a", "2026-01-01T00:00:00.000Z " + event).found()).hasSize(1);
  }

  /** An id is the client's choice: who takes another's does not take its place. */
  @Test
  void requestsWithTheSameIdAreKeptApart() throws IOException {
    StringBuilder log = new StringBuilder(event("a", "ResponseComplete", "jane", 403));
    IntStream.range(0, 200)
        .forEach(i -> log.append(event("a", "ResponseComplete", "eve" + i, 200)));
    AuditSearch found = search("a", log.toString());
    assertThat(found.found()).hasSize(AuditSearch.MOST_EVENTS);
    assertThat(found.found().getFirst().asked().name()).isEqualTo("jane");
    assertThat(found.more()).isEqualTo(101);
  }

  @Test
  void anIdInsideOtherTextIsNotTheId() throws IOException {
    String log =
        event("b", "ResponseComplete", "a\\\",\\\"auditID\\\":\\\"a", 403)
            + "{\"auditID\":\"a\n"
            + "[\"a\"]\n\"a\"\n\n"
            + "a".repeat(100)
            + "\n"
            + "{\"a\":".repeat(20_000);
    assertThat(search("a", log).found()).isEmpty();
  }

  @Test
  void idsThatJsonEscapesAreFound() throws IOException {
    assertThat(search("a/\"b", event("a\\/\\\"b", "ResponseComplete", "jane", 403)).found())
        .hasSize(1);
    assertThatThrownBy(() -> new AuditSearch("")).hasMessage("an audit id is not empty");
  }

  @Test
  void aLineOfAHundredMegabytesIsPassedOverInBoundedMemory() throws IOException {
    byte[] megabyte = "a".repeat(1 << 20).getBytes(UTF_8);
    AuditSearch found =
        search(
            "a",
            Stream.of(
                    Stream.of("{\"auditID\":\"a\",\"x\":\"".getBytes(UTF_8)),
                    IntStream.range(0, 100).mapToObj(i -> megabyte),
                    Stream.of("\"}\n".getBytes(UTF_8)),
                    Stream.of(event("a", "ResponseComplete", "jane", 403).getBytes(UTF_8)))
                .flatMap(parts -> parts));
    assertThat(found.passedOver()).hasValueSatisfying(s -> assertThat(s).contains("log:1: longer"));
    assertThat(found.entries()).isEqualTo(2);
    assertThat(found.found()).hasSize(1);
  }

  @Test
  void aMillionLinesAreReadThrough() throws IOException {
    byte[] thousand = event("other", "ResponseComplete", "eve", 200).repeat(1000).getBytes(UTF_8);
    AuditSearch found =
        search(
            "wanted",
            Stream.concat(
                IntStream.range(0, 1000).mapToObj(i -> thousand),
                Stream.of(
                    event("wanted", "ResponseComplete", "jane", 403).strip().getBytes(UTF_8))));
    assertThat(found.entries()).isEqualTo(1_000_001);
    assertThat(found.found()).hasSize(1);
  }

  /** Where a read happens to end changes nothing, whatever the bytes are. */
  @Property(tries = 200)
  void anyBytesAreReadTheSameWayInAnyPieces(
      @ForAll List<@From("pieces") String> pieces, @ForAll @IntRange(min = 1, max = 7) int step)
      throws IOException {
    byte[] log = String.join("", pieces).getBytes(UTF_8);
    AuditSearch whole = new AuditSearch("a");
    whole.read("log", new ByteArrayInputStream(log));
    AuditSearch stepwise = new AuditSearch("a");
    stepwise.read(
        "log",
        new ByteArrayInputStream(log) {
          @Override
          public synchronized int read(byte[] into, int from, int length) {
            return super.read(into, from, Math.min(length, step));
          }
        });
    assertThat(stepwise.found()).isEqualTo(whole.found());
    assertThat(stepwise.entries()).isEqualTo(whole.entries());
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.oneOf(
        Arbitraries.of("\n", "{", "}", "\"auditID\"", ":", "\"a\"", "[", "\u001b", "\u00e9"),
        Arbitraries.of(
            event("a", "ResponseComplete", "jane", 403),
            event("a", "RequestReceived", "jane", 0),
            event("b", "ResponseComplete", "eve", 200)),
        Arbitraries.strings().ofMaxLength(20));
  }
}
