package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lays a configuration over an object as server-side apply does, but nobody owns anything after it.
 * What is applied as a whole cannot be in it: what one leaves out there would go away.
 */
public final class Overlay {
  /** The characters after which further places are not told. */
  private static final int MOST_TEXT = 1 << 16;

  private final List<String> atomics = new ArrayList<>();
  private final StringBuilder where = new StringBuilder();
  private int text;

  private Overlay() {}

  /** What came of it. */
  public sealed interface Outcome {
    /** A new canonical object. */
    record Merged(ObjectNode object) implements Outcome {}

    /** The configuration does not fit, and why, in the words of the real server. */
    record Refused(String why) implements Outcome {}
  }

  /** Neither of both is changed. */
  public static Outcome lay(StructType type, ObjectNode config, ObjectNode object) {
    var unfit = TypedCheck.faults(type, config);
    if (unfit.isPresent()) {
      return new Outcome.Refused("failed to convert patch object to typed object: " + unfit.get());
    }
    Overlay overlay = new Overlay();
    overlay.struct(type, type.atomic(), config);
    if (!overlay.atomics.isEmpty()) {
      return new Outcome.Refused(
          "invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: "
              + String.join(", ", overlay.atomics));
    }
    JsonNode merged = Merging.merge(Shape.of(type), object, config);
    try {
      return new Outcome.Merged(Decoder.decode(type, merged).object());
    } catch (DecodeException e) {
      return new Outcome.Refused(String.valueOf(e.getMessage()));
    }
  }

  private void struct(StructType type, boolean atomic, JsonNode value) {
    if (!value.isObject()) {
      return;
    }
    found(atomic);
    for (Map.Entry<String, JsonNode> e : value.properties()) {
      Field field = type.field(e.getKey());
      if (field != null) {
        int length = where.length();
        where.append('.').append(e.getKey());
        value(field.type(), field, e.getValue());
        where.setLength(length);
      }
    }
  }

  /**
   * @param field the field that holds the value; none for what is in a list
   */
  private void value(Type type, @Nullable Field field, JsonNode value) {
    switch (type) {
      case Type.Ref ref -> struct(ref.struct(), whole(field, ref.struct().atomic()), value);
      case Type.MapOf map -> {
        // what is in a map is not looked at
        if (value.isObject()) {
          found(whole(field, false));
        }
      }
      case Type.ListOf list -> list(list, whole(field, true), value);
      case Type.Scalar scalar -> {}
    }
  }

  private static boolean whole(@Nullable Field field, boolean natural) {
    return field == null
        ? natural
        : switch (field.merge()) {
          case Field.Merge.Atomic atomic -> true;
          case Field.Merge.Natural same -> natural;
          case Field.Merge.SetOf set -> false;
          case Field.Merge.Keyed keyed -> false;
          case Field.Merge.Granular granular -> false;
        };
  }

  private void list(Type.ListOf type, boolean atomic, JsonNode value) {
    if (!value.isArray()) {
      return;
    }
    found(atomic);
    int length = where.length();
    for (int i = 0; i < value.size(); i++) {
      Deadline.check();
      where.append('[').append(i).append(']');
      value(type.element(), null, value.get(i));
      where.setLength(length);
    }
  }

  private void found(boolean atomic) {
    if (atomic && text < MOST_TEXT) {
      text += where.length();
      atomics.add(where.toString());
    }
  }
}
