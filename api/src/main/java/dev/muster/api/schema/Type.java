package dev.muster.api.schema;

/** The type of a field, an element or a value. */
public sealed interface Type {

  /** How this type is called in decoding errors, e.g. {@code []v1.Container}. */
  String goName();

  /** A value without parts. {@code goName} differs from the kind's for named strings. */
  record Scalar(Kind kind, String goName) implements Type {
    public enum Kind {
      STRING,
      BOOL,
      INT32,
      INT64,
      UINT32,
      FLOAT64,
      BYTES,
      QUANTITY,
      INT_OR_STRING,
      TIME,
      MICRO_TIME,
      DURATION,
      /** Any JSON, kept as it came. */
      RAW
    }
  }

  /** Another struct, by reference: types may be recursive. */
  record Ref(String name, Schema schema, String goName) implements Type {
    public StructType struct() {
      return schema.struct(name);
    }
  }

  /** A list. */
  record ListOf(Type element, String goName) implements Type {}

  /** A map from strings. */
  record MapOf(Type value, String goName) implements Type {}
}
