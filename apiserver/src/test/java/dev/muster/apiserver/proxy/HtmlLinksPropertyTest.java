package dev.muster.apiserver.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a page looks like, nothing of it but links changes, however it is cut into pieces. */
class HtmlLinksPropertyTest {
  @Provide
  Arbitrary<String> pages() {
    return Arbitraries.of(
            "<",
            ">",
            "/",
            "=",
            "\"",
            "'",
            " ",
            "\n",
            "!",
            "--",
            "?",
            "&",
            "x",
            "é",
            "<a ",
            "href",
            "<script",
            "</script>",
            "<!--",
            "-->",
            "/p",
            "src",
            "<img src=/i>",
            "<TITLE>")
        .list()
        .ofMaxSize(60)
        .map(parts -> String.join("", parts));
  }

  private static String through(String page, int piece, UnaryOperator<String> links)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
    try (HtmlLinks html = new HtmlLinks(out, links)) {
      for (int at = 0; at < bytes.length; at += piece) {
        html.write(bytes, at, Math.min(piece, bytes.length - at));
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Property(tries = 3000)
  void nothingButLinksChanges(@ForAll("pages") String page) throws IOException {
    assertThat(through(page, 7, UnaryOperator.identity())).isEqualTo(page);
    assertThat(through(page, 3, link -> "\u0001" + link).replace("\u0001", "")).isEqualTo(page);
  }

  @Property(tries = 1000)
  void piecesMakeNoDifference(@ForAll("pages") String page) throws IOException {
    UnaryOperator<String> links = link -> "/prefix" + link;
    assertThat(through(page, 1, links)).isEqualTo(through(page, 1000, links));
  }
}
