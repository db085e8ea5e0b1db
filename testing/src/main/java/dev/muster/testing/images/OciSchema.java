package dev.muster.testing.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.util.List;
import java.util.Objects;

/** The shape of config.json by the OCI runtime specification. */
public final class OciSchema {
  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(
              Objects.requireNonNull(OciSchema.class.getResourceAsStream("config.schema.json")));

  private OciSchema() {}

  /** Where a specification is not one. */
  public static List<String> faults(JsonNode config) {
    return SCHEMA.validate(config).stream().map(ValidationMessage::getMessage).toList();
  }
}
