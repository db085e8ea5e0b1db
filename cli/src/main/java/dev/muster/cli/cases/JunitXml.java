package dev.muster.cli.cases;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Results as build servers read them. Characters that XML has no place for are replaced. */
final class JunitXml {
  private JunitXml() {}

  static void write(Path file, List<CaseResult> results) throws IOException {
    long failed = results.stream().filter(result -> !result.passed()).count();
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
      out.write(
          "<testsuites>\n<testsuite name=\"muster test\" tests=\"%d\" failures=\"%d\" errors=\"0\">\n"
              .formatted(results.size(), failed));
      for (CaseResult result : results) {
        out.write(
            "<testcase classname=\"%s\" name=\"%s\""
                .formatted(escaped(result.test().user().name()), escaped(result.test().name())));
        if (result.passed()) {
          out.write("/>\n");
        } else {
          out.write(
              "><failure message=\"%s\">%s</failure></testcase>\n"
                  .formatted(
                      escaped(result.detail()),
                      escaped(result.test().place() + ": " + result.detail())));
        }
      }
      out.write("</testsuite>\n</testsuites>\n");
    }
  }

  static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\n' -> out.append("&#10;");
                case '\t' -> out.append("&#9;");
                default -> out.appendCodePoint(isOfXml(c) ? c : 0xfffd);
              }
            });
    return out.toString();
  }

  private static boolean isOfXml(int c) {
    boolean surrogate = c >= 0xd800 && c <= 0xdfff;
    return c >= ' ' && !surrogate && c != 0xfffe && c != 0xffff;
  }
}
