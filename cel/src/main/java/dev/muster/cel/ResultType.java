package dev.muster.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.List;

/** The types that a use of expressions takes as results. */
public enum ResultType {
  BOOL(SimpleType.BOOL),
  STRING(SimpleType.STRING),
  STRING_OR_NULL(SimpleType.STRING, SimpleType.NULL_TYPE),
  OBJECT(PatchTypes.OBJECT_TYPE),
  JSON_PATCHES(PatchTypes.JSON_PATCHES),
  ANY;

  private final List<CelType> types;

  ResultType(CelType... types) {
    this.types = List.of(types);
  }

  boolean takes(CelType type) {
    return types.isEmpty()
        || types.stream().anyMatch(one -> TypeNames.of(one).equals(TypeNames.of(type)));
  }

  /** Why a type is not taken. */
  String refusal(CelType type) {
    String found = TypeNames.of(type);
    return types.size() == 1
        ? "must evaluate to " + TypeNames.of(types.getFirst()) + " but got " + found
        : "must evaluate to one of "
            + types.stream().map(TypeNames::of).toList().toString().replace(",", "")
            + " but got "
            + found;
  }
}
