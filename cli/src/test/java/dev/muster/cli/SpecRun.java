package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.testing.images.OciSchema;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code muster runtime spec} printed. */
record SpecRun(int exit, String out, String err) {
  static final ObjectMapper JSON = new ObjectMapper();

  static SpecRun of(Path images, String... arguments) {
    List<String> all = new ArrayList<>(List.of("runtime", "spec", "--images=" + images));
    all.addAll(List.of(arguments));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        Muster.execute(
            Muster.commandLine("runtime")
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true)),
            all.toArray(String[]::new));
    return new SpecRun(exit, out.toString(), err.toString());
  }

  /** The bundle's configuration, which is one by the OCI specification's schema. */
  JsonNode config() throws IOException {
    assertThat(exit).as(err).isZero();
    JsonNode config = JSON.readTree(out);
    assertThat(OciSchema.faults(config)).isEmpty();
    return config;
  }
}
