package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;

/** Who owns something in a struct's field also has a say in whether the field is there. */
final class NamedFields {
  private NamedFields() {}

  /** The set with all fields of structs as members through which it leads. */
  static FieldSet included(Shape shape, FieldSet set) {
    FieldSet.Builder out = new FieldSet.Builder();
    for (FieldSet.Entry entry : set.entries()) {
      PathElement step = entry.step();
      boolean named = step.kind() == PathElement.Kind.FIELD;
      boolean field =
          named && shape instanceof Shape.Struct struct && struct.step(step.name()) != null;
      FieldSet below = entry.below();
      out.add(
          step,
          entry.member() || field,
          below == null ? null : included(below(shape, step, named), below));
    }
    return out.build();
  }

  private static Shape below(Shape shape, PathElement step, boolean named) {
    return switch (shape) {
      case Shape.Named parts -> named ? parts.part(step.name()) : Shape.WHOLE;
      case Shape.Listed listed ->
          step.kind() == PathElement.Kind.KEY ? listed.elements() : Shape.WHOLE;
      case Shape.Whole whole -> Shape.WHOLE;
    };
  }

  /** What an object mentions, with those fields. */
  static FieldSet mentioned(Shape shape, JsonNode object) {
    return included(shape, Mentioned.in(shape, object));
  }
}
