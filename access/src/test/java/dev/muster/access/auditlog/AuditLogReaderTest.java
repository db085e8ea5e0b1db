package dev.muster.access.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.authz.Attributes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Audit logs in all their forms, and what is none. */
class AuditLogReaderTest {
  private static final String EVENT =
      """
      {"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"1",\
      "stage":"ResponseComplete","requestURI":"/api/v1/namespaces/shop/pods/web?x=1","verb":"get",\
      "user":{"username":"ann","groups":["crew"]},"objectRef":{"resource":"pods",\
      "namespace":"shop","name":"web","apiVersion":"v1"},"responseStatus":{"code":200},\
      "requestObject":{"kind":"Event","deep":[{}]},\
      "annotations":{"authorization.k8s.io/decision":"allow"}}""";

  private record Read(List<AuditEntry> entries, LogCounts counts) {}

  private static Read read(byte[] log) {
    List<AuditEntry> entries = new ArrayList<>();
    AuditLogReader reader = new AuditLogReader(entries::add);
    try {
      reader.read("audit.log", new ByteArrayInputStream(log));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return new Read(entries, reader.counts());
  }

  private static Read read(String log) {
    return read(log.getBytes(StandardCharsets.UTF_8));
  }

  private static void isTheEvent(Read read, int times) {
    assertThat(read.counts().events()).isEqualTo(times);
    assertThat(read.counts().broken()).isZero();
    assertThat(read.counts().other()).isZero();
    assertThat(read.entries()).hasSize(times);
    assertThat(read.entries())
        .allSatisfy(
            entry -> {
              assertThat(entry.outcome()).isEqualTo(RequestOutcome.ALLOWED);
              assertThat(entry.request())
                  .isEqualTo(
                      Attributes.resource(
                          entry.requestor(), "get", "", "v1", "pods", "", "shop", "web"));
            });
  }

  @Test
  void anEventALine() {
    isTheEvent(read(EVENT + "\n\n" + EVENT + "\r\n" + EVENT), 3);
  }

  @Test
  void compressed() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(EVENT.getBytes(StandardCharsets.UTF_8));
    }
    isTheEvent(read(bytes.toByteArray()), 1);
    byte[] cut = Arrays.copyOf(bytes.toByteArray(), bytes.size() - 20);
    assertThat(read(cut).counts().broken()).isOne();
    assertThat(read(new byte[] {0x1f, (byte) 0x8b, 0}).counts().broken()).isOne();
  }

  @Test
  void cloudWatchsExportHasATimeBeforeEachEvent() {
    isTheEvent(read("2026-11-17T10:15:30.123Z " + EVENT + "\n2026-11-17T10:15:31Z " + EVENT), 2);
  }

  @Test
  void cloudWatchsDocumentHasEventsAsTexts() throws IOException {
    String message = new ObjectMapper().writeValueAsString(EVENT);
    String event =
        """
            {
                "logStreamName": "kube-apiserver-audit-1234",
                "timestamp": 1763374530123,
                "message": %s,
                "eventId": "3"
            }"""
            .formatted(message);
    String document =
        "{\n  \"events\": [\n" + event + ",\n" + event + "],\n  \"searchedLogStreams\": []\n}\n";
    isTheEvent(read(document), 2);
    isTheEvent(read("{\"nextToken\":\"x\",\"events\":[" + event.replace("\n", "") + "]}"), 1);
  }

  @Test
  void aListOfEventsIsADocument() {
    String head = "{\"kind\":\"EventList\",\"apiVersion\":\"audit.k8s.io/v1\",\"items\":[";
    isTheEvent(read(head + EVENT + "," + EVENT + "]}"), 2);
  }

  @Test
  void whatIsNoEventIsCounted() {
    Read read =
        read(
            EVENT
                + "\n{\"kind\":\"Event\",\n"
                + "I1117 starting\n{\"kind\":\"Pod\"}\n"
                + EVENT
                + "{}\n"
                + EVENT
                + "\n");
    assertThat(read.counts().events()).isEqualTo(2);
    assertThat(read.counts().brokenSentence())
        .hasValueSatisfying(
            text ->
                assertThat(text).startsWith("2 broken, and left out; the first is audit.log:2"));
    assertThat(read.counts().otherSentence())
        .hasValue("2 no audit events; the first is audit.log:3");
  }

  @Test
  void aDocumentIsReadToWhereItBreaks() {
    Read read = read("{\"kind\":\"EventList\",\"items\":[" + EVENT + "," + EVENT.substring(0, 90));
    assertThat(read.counts().events()).isOne();
    assertThat(read.counts().brokenSentence().orElse("")).contains("and all after it");
    Read cut = read("{\"kind\":\"EventList\",\"items\":[" + EVENT + "]");
    assertThat(cut.counts().broken()).isOne();
  }

  /** The name of what is created is in the body: the authorizer is not asked about it. */
  @ParameterizedTest
  @CsvSource({
    "create, pods, '', shop, web, /api/v1/namespaces/shop/pods, shop, ''",
    "create, pods, binding, shop, web, /api/v1/namespaces/shop/pods/web/binding, shop, web",
    "create, nodes, '', shop, n1, /api/v1/nodes, '', ''",
    "create, namespaces, '', '', shop, /api/v1/namespaces, '', ''",
    "get, namespaces, '', shop, shop, /api/v1/namespaces/shop, shop, shop",
    "list, pods, '', shop, web, /api/v1/namespaces/shop/pods?fieldSelector=x, shop, web",
    "list, pods, '', '', '', /api/v1/pods, '', ''"
  })
  void whatTheAuthorizerWasAsked(
      String verb,
      String resource,
      String subresource,
      String namespace,
      String name,
      String uri,
      String askedNamespace,
      String askedName) {
    String event =
        """
        {"kind":"Event","apiVersion":"audit.k8s.io/v1","stage":"ResponseComplete",\
        "requestURI":"%s","verb":"%s","user":{"username":"ann"},"objectRef":{"resource":"%s",\
        "subresource":"%s","namespace":"%s","name":"%s"},"responseStatus":{"code":200}}"""
            .formatted(uri, verb, resource, subresource, namespace, name);
    Attributes asked = read(event).entries().getFirst().request();
    assertThat(asked.namespace()).isEqualTo(askedNamespace);
    assertThat(asked.name()).isEqualTo(askedName);
  }

  @ParameterizedTest
  @CsvSource({
    "403, allow, '', ALLOWED",
    "403, forbid, '', REFUSED",
    "403, '', 'pods is forbidden', REFUSED",
    "403, '', 'User x cannot impersonate resource users', UNDECIDED",
    "404, '', '', ALLOWED",
    "101, '', '', ALLOWED",
    "401, '', '', UNDECIDED",
    "429, '', '', UNDECIDED",
    "500, '', '', UNDECIDED",
    "500, allow, '', ALLOWED"
  })
  void whetherItWasAllowed(int code, String decision, String message, RequestOutcome outcome) {
    String event =
        """
        {"kind":"Event","apiVersion":"audit.k8s.io/v1","stage":"ResponseComplete",\
        "requestURI":"/healthz","verb":"get","user":{"username":"ann"},\
        "responseStatus":{"code":%d,"message":"%s"},\
        "annotations":{"authorization.k8s.io/decision":"%s"}}"""
            .formatted(code, message, decision);
    AuditEntry entry = read(event).entries().getFirst();
    assertThat(entry.outcome()).isEqualTo(outcome);
    assertThat(entry.request().path()).isEqualTo("/healthz");
  }

  @Test
  void aRequestThatHasJustComeIsNoneYet() {
    assertThat(read(EVENT.replace("ResponseComplete", "RequestReceived")).entries()).isEmpty();
    assertThat(read(EVENT.replace("ResponseComplete", "ResponseStarted")).entries().getFirst())
        .matches(entry -> !entry.ended());
  }

  /** A line that never ends, and one that is deep, are told and stepped over. */
  @Test
  void hugeLinesAreNotKept() throws IOException {
    List<AuditEntry> entries = new ArrayList<>();
    AuditLogReader reader = new AuditLogReader(entries::add);
    byte[] tail = ("\n" + "{\"x\":".repeat(5_000) + "\n" + EVENT).getBytes(StandardCharsets.UTF_8);
    reader.read("huge", new Repeated('{', 100L << 20, tail));
    assertThat(reader.counts().broken()).isEqualTo(2);
    assertThat(entries).hasSize(1);
    AuditLogReader document = new AuditLogReader(entries::add);
    byte[] start = "{\"events\":[\"".getBytes(StandardCharsets.UTF_8);
    document.read(
        "huge",
        new SequenceInputStream(
            new ByteArrayInputStream(start), new Repeated('x', 100L << 20, new byte[0])));
    assertThat(document.counts().broken()).isOne();
  }

  @Property(tries = 300)
  void whateverTheBytesAreTheyAreCounted(@ForAll byte[] bytes) {
    LogCounts counts = read(bytes).counts();
    boolean blank = new String(bytes, StandardCharsets.UTF_8).isBlank();
    assertThat(counts.events()).isZero();
    assertThat(blank || counts.broken() + counts.other() > 0 || bytes.length == 0).isTrue();
  }

  /** One byte very often, then others. */
  private static final class Repeated extends InputStream {
    private final int value;
    private final ByteArrayInputStream tail;
    private long left;

    Repeated(int value, long times, byte[] tail) {
      this.value = value;
      this.left = times;
      this.tail = new ByteArrayInputStream(tail);
    }

    @Override
    public int read() {
      return left-- > 0 ? value : tail.read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      if (left <= 0) {
        return tail.read(bytes, from, length);
      }
      int count = (int) Math.min(length, left);
      Arrays.fill(bytes, from, from + count, (byte) value);
      left -= count;
      return count;
    }
  }
}
