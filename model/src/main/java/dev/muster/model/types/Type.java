package dev.muster.model.types;

import org.jspecify.annotations.Nullable;

/** The type of a field, an element or a value. */
public sealed interface Type {

  /** How this type is called in decoding errors, e.g. {@code []v1.Container}. */
  String goName();

  /** A value without parts. {@code goName} differs from the kind's for named strings. */
  record Scalar(Kind kind, String goName) implements Type {
    /** What a value without parts can be. */
    public enum Kind {
      /** Text. */
      STRING,
      /** True or false. */
      BOOL,
      /** A number of 32 bits. */
      INT32,
      /** A number of 64 bits. */
      INT64,
      /** A number of 32 bits that is not negative. */
      UINT32,
      /** A number with a fraction. */
      FLOAT64,
      /** Bytes, base64 in JSON. */
      BYTES,
      /** An amount with a unit, see {@link dev.muster.model.quantity.Quantity}. */
      QUANTITY,
      /** A number or a text, such as a port or a percentage. */
      INT_OR_STRING,
      /** A time to the second. */
      TIME,
      /** A time to the microsecond. */
      MICRO_TIME,
      /** A length of time as Go writes it. */
      DURATION,
      /** Any JSON, kept as it came. */
      RAW,
      /** Any JSON in a custom resource: its objects are owned by their fields. */
      UNTYPED
    }
  }

  /** Another struct, by reference: types may be recursive. Found by its name when first asked. */
  final class Ref implements Type {
    private final String name;
    private final Schema schema;
    private final String goName;
    private @Nullable StructType struct;

    private Ref(StructType struct) {
      this(struct.name(), Schema.kubernetes(), struct.simpleName());
      this.struct = struct;
    }

    /** A struct that no table declares, such as a part of a custom resource. */
    public static Ref to(StructType struct) {
      return new Ref(struct);
    }

    Ref(String name, Schema schema, String goName) {
      this.name = name;
      this.schema = schema;
      this.goName = goName;
    }

    /** The qualified name of the struct, e.g. {@code core/v1.Pod}. */
    public String name() {
      return name;
    }

    @Override
    public String goName() {
      return goName;
    }

    /** The struct itself. */
    public StructType struct() {
      StructType found = struct;
      if (found == null) {
        found = schema.struct(name);
        struct = found;
      }
      return found;
    }
  }

  /**
   * A list.
   *
   * @param merge how server-side apply owns it, where no field says so
   */
  record ListOf(Type element, String goName, Field.Merge merge) implements Type {
    /** Whose type decides how it is owned. */
    public ListOf(Type element, String goName) {
      this(element, goName, new Field.Merge.Natural());
    }
  }

  /** A map from strings. */
  record MapOf(Type value, String goName) implements Type {}
}
