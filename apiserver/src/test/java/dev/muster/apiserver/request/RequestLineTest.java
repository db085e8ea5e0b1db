package dev.muster.apiserver.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestLineTest {
  @Test
  void isReadAsIfItHadBeenSent() {
    RequestLine line =
        RequestLine.of(" GET /api/v1/namespaces/x/pods?watch=1&fieldSelector=metadata.name%3Dweb ");
    assertThat(line.info().verb()).isEqualTo("watch");
    assertThat(line.info().name()).isEqualTo("web");
    assertThat(line.info().namespace()).isEqualTo("x");
    assertThat(RequestLine.of("GET /logs/%41").info().path()).isEqualTo("/logs/A");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/api/v1/pods",
        "get /api/v1/pods",
        "GET",
        "GET api/v1/pods",
        "GET https://server/api",
        "GET /a b",
        "GET /a%2",
        "GET /a%ff",
        "GET /a?x=%zz",
        "GET /a\u001b[2J"
      })
  void whatIsNoRequestIsASentence(String text) {
    assertThatThrownBy(() -> RequestLine.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("\u001b");
  }

  @Property(tries = 500)
  void anythingIsReadOrRefused(@ForAll String path) {
    try {
      RequestLine line = RequestLine.of("DELETE /" + path);
      assertThat(line.info()).isEqualTo(RequestInfo.of("DELETE", line.path(), line.query()));
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageNotContaining("\n");
    }
  }
}
