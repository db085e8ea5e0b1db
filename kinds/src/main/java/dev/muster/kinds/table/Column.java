package dev.muster.kinds.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.views.MetaV1.MutableTableColumnDefinition;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * One column of a table and how its cells are made.
 *
 * @param priority 0 for what is always shown, 1 for what only wide output shows
 */
public record Column(
    String name,
    String type,
    String format,
    String description,
    int priority,
    Function<Shown, JsonNode> cell) {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  static Column text(String name, String description, Function<Shown, String> cell) {
    return new Column(name, "string", "", description, 0, o -> NODES.textNode(cell.apply(o)));
  }

  static Column number(String name, String description, ToLongFunction<Shown> cell) {
    return new Column(
        name, "integer", "", description, 0, o -> NODES.numberNode(cell.applyAsLong(o)));
  }

  static Column flag(String name, String description, Predicate<Shown> cell) {
    return new Column(name, "boolean", "", description, 0, o -> NODES.booleanNode(cell.test(o)));
  }

  /** A column declared as text whose cells may be of any kind. */
  static Column value(String name, String description, Function<Shown, JsonNode> cell) {
    return new Column(name, "string", "", description, 0, cell);
  }

  public static Column objectName() {
    return text(
            "Name",
            "The name, unique among objects of the kind in a namespace.",
            o -> o.metadata().name().text())
        .formatted("name");
  }

  public static Column age() {
    return text("Age", "How long ago the object was created.", Shown::age);
  }

  /** The same, only in wide output. */
  Column wide() {
    return new Column(name, type, format, description, 1, cell);
  }

  /** The same cells under another declared type; some columns declare text and hold numbers. */
  Column declared(String otherType) {
    return new Column(name, otherType, format, description, priority, cell);
  }

  Column formatted(String otherFormat) {
    return new Column(name, type, otherFormat, description, priority, cell);
  }

  MutableTableColumnDefinition definition() {
    return MutableTableColumnDefinition.create()
        .name(name)
        .type(type)
        .format(format)
        .description(description)
        .priority(priority);
  }
}
