package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.structural.ResourceSchema;
import dev.muster.model.scheme.Conversion;
import dev.muster.model.status.Status;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Between a version of a definition and the one that is stored. Objects may have been stored when
 * another version was: they name theirs.
 */
final class CustomConversion implements Conversion {
  private final Map<String, ResourceSchema> schemas;
  private final String own;
  private final String stored;
  private final Converter converter;

  /**
   * @param schemas of all versions, by apiVersion
   */
  CustomConversion(
      Map<String, ResourceSchema> schemas, String own, String stored, Converter converter) {
    this.schemas = Collections.unmodifiableMap(new TreeMap<>(schemas));
    this.own = own;
    this.stored = stored;
    this.converter = converter;
  }

  /**
   * What was sent has its version's defaults. Where versions differ in nothing but their names,
   * what the stored one does not know stays until the object was validated, see {@link #settle}.
   */
  @Override
  public ObjectNode toStored(ObjectNode served) {
    schema(own).fill(served);
    if (own.equals(stored)) {
      return served;
    }
    return converter.convert(served.put("apiVersion", own), stored);
  }

  @Override
  public ObjectNode fromStored(ObjectNode kept) {
    String version = kept.path("apiVersion").asText();
    ResourceSchema first = schemas.get(version);
    if (first != null) {
      coerce(first, kept);
      first.fillKept(kept);
    }
    if (version.equals(own)) {
      return kept;
    }
    ObjectNode converted = converter.convert(kept, own);
    coerce(schema(own), converted);
    return converted;
  }

  @Override
  public ObjectNode fromWritten(ObjectNode object) {
    return asked(object);
  }

  @Override
  public boolean renamesOnly() {
    return converter == Converter.NONE;
  }

  /** The object of the stored version as one of this version. Not to be changed. */
  ObjectNode asked(ObjectNode object) {
    if (own.equals(stored)) {
      return object;
    }
    return converter == Converter.NONE
        ? object.deepCopy().put("apiVersion", own)
        : converter.convert(object.deepCopy(), own);
  }

  /** Leaves out what the stored version does not know. */
  void settle(ObjectNode object) {
    if (!own.equals(stored)) {
      coerce(schema(stored), object);
    }
  }

  private static void coerce(ResourceSchema schema, ObjectNode object) {
    try {
      schema.coerce(object, unknown -> {});
    } catch (IllegalArgumentException e) {
      throw Status.internal(String.valueOf(e.getMessage())).exception();
    }
  }

  private ResourceSchema schema(String version) {
    @Nullable ResourceSchema found = schemas.get(version);
    if (found == null) {
      throw new IllegalStateException("the definition has no version \"" + version + "\"");
    }
    return found;
  }
}
