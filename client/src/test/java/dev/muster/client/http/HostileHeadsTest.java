package dev.muster.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ProtocolException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that somebody writes into a part of a request gets out of that part. */
class HostileHeadsTest {
  /** Every control character but the tab, which may stand in values. */
  static IntStream controls() {
    return IntStream.concat(IntStream.range(0, 0x20), IntStream.of(0x7f)).filter(c -> c != '\t');
  }

  @ParameterizedTest
  @MethodSource("controls")
  void noControlCharacterGoesOut(int control) throws ProtocolException {
    String evil = "a" + (char) control + "b";
    OutgoingHead head = new OutgoingHead("GET", "/");
    assertThatThrownBy(() -> new OutgoingHead(evil, "/")).isInstanceOf(ProtocolException.class);
    assertThatThrownBy(() -> new OutgoingHead("GET", "/" + evil))
        .isInstanceOf(ProtocolException.class);
    assertThatThrownBy(() -> head.header(evil, "x")).isInstanceOf(ProtocolException.class);
    assertThatThrownBy(() -> head.header("X", evil)).isInstanceOf(ProtocolException.class);
    assertThatThrownBy(() -> head.header("X: " + evil)).isInstanceOf(ProtocolException.class);
    assertThatThrownBy(() -> head.host(evil)).isInstanceOf(ProtocolException.class);
    assertThat(new String(head.bytes(), UTF_8)).isEqualTo("GET / HTTP/1.1\r\n\r\n");
    assertThat(Escaped.target(evil)).isEqualTo("/a%%%02Xb".formatted(control));
    assertThat(Escaped.segment(evil)).isEqualTo("a%%%02Xb".formatted(control));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a b", "/\u00e4", "no-slash", "", "http://elsewhere/"})
  void aTargetThatIsNotEscapedIsRefused(String target) {
    assertThatThrownBy(() -> new OutgoingHead("GET", target)).isInstanceOf(ProtocolException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:b", "a/b", "\u00e4"})
  void aNameThatIsNoTokenIsRefused(String name) throws ProtocolException {
    OutgoingHead head = new OutgoingHead("GET", "/");
    assertThatThrownBy(() -> head.header(name, "x"))
        .hasMessageStartingWith("net/http: invalid header field name \"");
  }

  @Test
  void aHeadIsWrittenAsItWasMade() throws ProtocolException {
    byte[] bytes =
        new OutgoingHead("GET", "/a?b")
            .host("[::1]:80")
            .header("X-Text", "gr\u00fc\u00dfe\tan alle")
            .header("Accept:*/*")
            .bytes();
    assertThat(new String(bytes, UTF_8).split("\r\n", -1))
        .containsExactly(
            "GET /a?b HTTP/1.1",
            "Host: [::1]:80",
            "X-Text: gr\u00fc\u00dfe\tan alle",
            "Accept: */*",
            "",
            "");
  }

  /** As Go's {@code net/url} and Kubernetes' probes have it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /healthz        | /healthz
          healthz         | /healthz
          ?full=1         | /?full=1
          /a?b=c&d=%20    | /a?b=c&d=%20
          /a b?c d        | /a%20b?c%20d
          /a#b?c          | /a
          /%zz?x          | /%25zz%3Fx
          /100%           | /100%25
          /\u00e4         | /%C3%A4
          /a"<>\\^`{}     | /a%22%3C%3E%5C%5E%60%7B%7D
          //elsewhere/x   | //elsewhere/x
          """)
  void aPathIsEscapedWhereItMustBe(String written, String sent) {
    assertThat(Escaped.target(written)).isEqualTo(sent);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          .               | invalid resource name ".": [may not be '.']
          ..              | invalid resource name "..": [may not be '..']
          ../secrets/x    | invalid resource name "../secrets/x": [may not contain '/']
          %2e%2e          | invalid resource name "%2e%2e": [may not contain '%']
          a/%2f           | invalid resource name "a/%2f": [may not contain '/', may not contain '%']
          """)
  void aNameThatCouldLeadElsewhereIsRefused(String name, String message) {
    assertThatThrownBy(() -> Escaped.segment(name)).hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({"a?b, a%3Fb", "a#b, a%23b", "a&b, a%26b", "a b, a%20b"})
  void aNameIsOneSegment(String name, String segment) throws ProtocolException {
    assertThat(Escaped.segment(name)).isEqualTo(segment);
  }

  @Test
  void aSelectorAsksForOneValueOnly() {
    assertThat(Escaped.fieldSelector("metadata.name", "x,a=b&fieldSelector="))
        .isEqualTo("metadata.name%3Dx%5C%2Ca%5C%3Db%26fieldSelector%5C%3D");
  }
}
