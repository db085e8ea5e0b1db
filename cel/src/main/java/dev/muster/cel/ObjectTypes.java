package dev.muster.cel;

import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructTypeReference;
import dev.muster.model.types.Field;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.util.Optional;

/** Kubernetes' own types as expressions see them; what can be of several types is of any. */
final class ObjectTypes {
  private static final String PREFIX = "object:";

  private ObjectTypes() {}

  static CelType of(StructType struct) {
    return StructTypeReference.create(PREFIX + struct.name());
  }

  /** The struct that a name stands for, if it is one of these. */
  static Optional<CelType> named(String name) {
    return name.startsWith(PREFIX)
        ? Optional.ofNullable(Schema.kubernetes().find(name.substring(PREFIX.length())))
            .map(ObjectTypes::struct)
        : Optional.empty();
  }

  private static CelType struct(StructType struct) {
    ImmutableSet<String> names =
        struct.fields().stream().map(Field::name).collect(ImmutableSet.toImmutableSet());
    String own = struct.name();
    return dev.cel.common.types.StructType.create(
        PREFIX + own,
        names,
        name ->
            Optional.ofNullable(Schema.kubernetes().find(own))
                .flatMap(found -> Optional.ofNullable(found.field(name)))
                .map(field -> type(field.type())));
  }

  private static CelType type(Type type) {
    return switch (type) {
      case Type.Ref ref -> of(ref.struct());
      case Type.ListOf list -> ListType.create(type(list.element()));
      case Type.MapOf map -> MapType.create(SimpleType.STRING, type(map.value()));
      case Type.Scalar scalar -> scalar(scalar.kind());
    };
  }

  private static CelType scalar(Type.Scalar.Kind kind) {
    return switch (kind) {
      case STRING, DURATION -> SimpleType.STRING;
      case BOOL -> SimpleType.BOOL;
      case INT32, INT64, UINT32 -> SimpleType.INT;
      case FLOAT64 -> SimpleType.DOUBLE;
      case BYTES -> SimpleType.BYTES;
      case TIME, MICRO_TIME -> SimpleType.TIMESTAMP;
      case QUANTITY, INT_OR_STRING, RAW, UNTYPED -> SimpleType.DYN;
    };
  }
}
