package dev.muster.cli.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import dev.muster.base.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a tree as a CRI message, as crictl does: fields by their names in the contract or in camel
 * case, enumerations by name or number, 64-bit numbers also as text, and bytes as the text they
 * are. What is wrong is collected, so that all of it can be told at once. For one tree.
 */
final class MessageReader {
  private final List<String> problems = new ArrayList<>();

  /** What was wrong, each with the path of its field. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  /** Fills in what the tree has; what is wrong in it is left out. */
  void read(JsonNode tree, Message.Builder message) {
    fields("", tree, message);
  }

  private void fields(String path, JsonNode tree, Message.Builder message) {
    Descriptor type = message.getDescriptorForType();
    if (!tree.isObject()) {
      problem(path, "must be an object" + wrapped(type, tree));
      return;
    }
    for (var each : tree.properties()) {
      String place = path.isEmpty() ? each.getKey() : path + "." + each.getKey();
      FieldDescriptor field = find(type, each.getKey());
      if (field == null) {
        List<String> known =
            type.getFields().stream()
                .map(other -> spelling(other, each.getKey().indexOf('_') < 0))
                .toList();
        problem(place, "unknown field" + Spelling.suggestion(each.getKey(), known));
      } else if (field.isRepeated()
          ? message.getRepeatedFieldCount(field) > 0
          : has(message, field)) {
        problem(place, "is given twice, in two spellings");
      } else if (!each.getValue().isNull()) {
        field(place, each.getValue(), field, message);
      }
    }
  }

  private static boolean has(Message.Builder message, FieldDescriptor field) {
    return field.hasPresence()
        ? message.hasField(field)
        : !message.getField(field).equals(field.getDefaultValue());
  }

  private static String spelling(FieldDescriptor field, boolean camelCase) {
    return camelCase ? field.getJsonName() : field.getName();
  }

  private static @Nullable FieldDescriptor find(Descriptor type, String name) {
    for (FieldDescriptor each : type.getFields()) {
      if (each.getName().equals(name) || each.getJsonName().equals(name)) {
        return each;
      }
    }
    return null;
  }

  private void field(String path, JsonNode value, FieldDescriptor field, Message.Builder message) {
    if (field.isMapField()) {
      entries(path, value, field, message);
    } else if (field.isRepeated()) {
      if (!value.isArray()) {
        problem(path, "must be a list");
        return;
      }
      for (int i = 0; i < value.size(); i++) {
        Object item = value(path + "[" + i + "]", value.get(i), field, message);
        if (item != null) {
          message.addRepeatedField(field, item);
        }
      }
    } else {
      Object single = value(path, value, field, message);
      if (single != null) {
        message.setField(field, single);
      }
    }
  }

  private void entries(
      String path, JsonNode value, FieldDescriptor field, Message.Builder message) {
    if (!value.isObject()) {
      problem(path, "must be an object");
      return;
    }
    FieldDescriptor key = field.getMessageType().findFieldByName("key");
    FieldDescriptor content = field.getMessageType().findFieldByName("value");
    for (var each : value.properties()) {
      Message.Builder entry = message.newBuilderForField(field);
      Object text = value(path + "[" + each.getKey() + "]", each.getValue(), content, entry);
      if (text != null) {
        message.addRepeatedField(
            field, entry.setField(key, each.getKey()).setField(content, text).build());
      }
    }
  }

  /** One value; null after a problem. */
  private @Nullable Object value(
      String path, JsonNode value, FieldDescriptor field, Message.Builder message) {
    JavaType type = field.getJavaType();
    return switch (type) {
      case MESSAGE -> {
        Message.Builder inner = message.newBuilderForField(field);
        fields(path, value, inner);
        yield inner.build();
      }
      case STRING -> text(path, value);
      case BYTE_STRING -> {
        String text = text(path, value);
        yield text == null ? null : ByteString.copyFromUtf8(text);
      }
      case BOOLEAN -> {
        if (!value.isBoolean()) {
          problem(path, "must be true or false");
        }
        yield value.isBoolean() ? value.booleanValue() : null;
      }
      case ENUM -> constant(path, value, field.getEnumType());
      case INT, LONG -> number(path, value, field);
      case FLOAT, DOUBLE -> {
        if (!value.isNumber()) {
          problem(path, "must be a number");
          yield null;
        }
        yield type == JavaType.FLOAT ? (Object) value.floatValue() : (Object) value.doubleValue();
      }
    };
  }

  private @Nullable String text(String path, JsonNode value) {
    if (!value.isTextual()) {
      problem(
          path, "must be a string" + (value.isValueNode() ? ": put " + value + " in quotes" : ""));
      return null;
    }
    return value.textValue();
  }

  private @Nullable EnumValueDescriptor constant(String path, JsonNode value, EnumDescriptor type) {
    for (EnumValueDescriptor each : type.getValues()) {
      if (value.isTextual()
          ? each.getName().equals(value.textValue())
          : value.isInt() && each.getNumber() == value.intValue()) {
        return each;
      }
    }
    String known =
        type.getValues().stream()
            .limit(8)
            .map(each -> each.getName() + " (" + each.getNumber() + ")")
            .collect(Collectors.joining(", "));
    problem(path, "must be one of " + known + (type.getValues().size() > 8 ? ", ..." : ""));
    return null;
  }

  private @Nullable Object number(String path, JsonNode value, FieldDescriptor field) {
    boolean unsigned =
        field.getType() == FieldDescriptor.Type.UINT32
            || field.getType() == FieldDescriptor.Type.UINT64;
    boolean wide = field.getJavaType() == JavaType.LONG;
    String text =
        wide && value.isTextual()
            ? value.textValue()
            : value.isIntegralNumber() ? value.asText() : "";
    try {
      if (wide) {
        return unsigned ? Long.parseUnsignedLong(text) : Long.parseLong(text);
      }
      return unsigned ? Integer.parseUnsignedInt(text) : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      problem(
          path,
          "must be a whole number%s of at most %d bits"
              .formatted(unsigned ? ", not negative and" : "", wide ? 64 : 32));
      return null;
    }
  }

  /** CRI's optional numbers are objects of their own. */
  private static String wrapped(Descriptor type, JsonNode given) {
    return type.getName().endsWith("Value") && type.getFields().size() == 1 && given.isValueNode()
        ? ": write {\"value\": " + given + "}"
        : "";
  }

  private void problem(String path, String what) {
    problems.add(path.isEmpty() ? what : path + ": " + what);
  }
}
