package dev.muster.kinds.meta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import java.util.Objects;

/**
 * Kinds with a spec whose changes are counted and a status that only its subresource writes. A
 * subclass says what the rest of the kind is about.
 */
public abstract class SpecAndStatus implements Strategy {
  private final JsonNode emptyStatus;
  private final boolean counted;

  /**
   * @param type the type's name in the schema
   * @param counted whether the kind has a generation
   */
  protected SpecAndStatus(String type, boolean counted) {
    this(Schema.kubernetes().struct(type), counted);
  }

  protected SpecAndStatus(StructType struct, boolean counted) {
    ObjectNode empty = Decoder.decode(struct, JsonNodeFactory.instance.objectNode()).object();
    this.emptyStatus = Objects.requireNonNullElse(empty.get("status"), empty.nullNode());
    this.counted = counted;
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    if (emptyStatus.isNull()) {
      object.remove("status");
    } else {
      object.set("status", emptyStatus.deepCopy());
    }
    if (counted) {
      Generations.start(object);
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    StatusOnly.keepStatus(object, old);
    if (counted) {
      Generations.follow(object, old, "spec");
    }
  }
}
