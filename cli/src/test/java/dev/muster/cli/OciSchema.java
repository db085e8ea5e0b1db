package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The OCI runtime specification's schema of a bundle's configuration. */
public final class OciSchema {
  private static final Path FILE = Path.of("../runtime/src/test/resources/oci/config.schema.json");

  private OciSchema() {}

  public static void assertValid(JsonNode config) throws IOException {
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(FILE))
                .validate(config))
        .isEmpty();
  }
}
