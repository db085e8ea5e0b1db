package dev.muster.apiserver.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Objects with one list, or all, of a given length.
 *
 * @param whole elements have all their fields, else only those that are always written
 */
record Grown(Elements elements, boolean whole) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int WHOLE_DEPTH = 2;

  /** What a rule about one value wants to see, so that those about many are reached. */
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("v1.Protocol", "TCP"),
          Map.entry("v1.PullPolicy", "Always"),
          Map.entry("v1.TolerationOperator", "Equal"),
          Map.entry("v1.TaintEffect", "NoSchedule"),
          Map.entry("v1.LabelSelectorOperator", "In"),
          Map.entry("v1.NodeSelectorOperator", "In"),
          Map.entry("v1.RestartPolicy", "Always"),
          Map.entry("v1.DNSPolicy", "ClusterFirst"),
          Map.entry("v1.ConditionStatus", "True"),
          Map.entry("v1.UnsatisfiableConstraintAction", "DoNotSchedule"),
          Map.entry("v1.PathType", "Prefix"),
          Map.entry("v1.PersistentVolumeAccessMode", "ReadWriteOnce"),
          Map.entry("v1.OperationType", "CREATE"),
          Map.entry("v1.LimitType", "Container"),
          Map.entry("v1.AddressType", "IPv4"),
          Map.entry("v1.NodeAddressType", "InternalIP"),
          Map.entry("v1.SideEffectClass", "None"),
          Map.entry("v1.FailurePolicyType", "Fail"),
          Map.entry("v1.PolicyType", "Ingress"),
          Map.entry("v1.ServiceType", "ClusterIP"),
          Map.entry("v1.SubjectKind", "User"),
          Map.entry("v1.ResourceScope", "Namespaced"),
          Map.entry("v1.TerminationMessagePolicy", "File"),
          Map.entry("v1.URIScheme", "HTTP"),
          Map.entry("v1.ScopeSelectorOperator", "In"),
          Map.entry("v1.ResourceQuotaScope", "PriorityClass"),
          Map.entry("v1.ManagedFieldsOperationType", "Update"),
          Map.entry("v1.PodFailurePolicyAction", "Ignore"),
          Map.entry("v1.PodFailurePolicyOnExitCodesOperator", "In"),
          Map.entry("v1.CompletionMode", "NonIndexed"),
          Map.entry("v1.KeyUsage", "client auth"),
          Map.entry("v1.ValidationAction", "Deny"),
          Map.entry("v2.MetricSourceType", "Resource"),
          Map.entry("v2.MetricTargetType", "Utilization"),
          Map.entry("v2.HPAScalingPolicyType", "Pods"));

  ObjectNode object(ListField grown, int count) {
    return named(grown.kind(), at(grown.kind().type(), grown.path(), count));
  }

  /** Every list that stands in no other one is that long. */
  ObjectNode all(Kind kind, int count) {
    ObjectNode object = named(kind, (ObjectNode) everywhere(kind.type(), count, 0));
    object.withObject("/metadata").remove("managedFields");
    return object;
  }

  private static ObjectNode named(Kind kind, ObjectNode body) {
    ObjectNode object = JSON.objectNode();
    object.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("name", "o");
    if (kind.namespaced()) {
      metadata.put("namespace", "default");
    }
    metadata.put("uid", "u").put("resourceVersion", "");
    if (body.path("metadata") instanceof ObjectNode given) {
      given.remove(List.of("name", "namespace", "uid", "resourceVersion", "generateName"));
      given.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds"));
      metadata.setAll(given);
    }
    body.remove(List.of("kind", "apiVersion", "metadata"));
    object.setAll(body);
    return object;
  }

  private ObjectNode at(StructType struct, List<Field> path, int count) {
    ObjectNode object = struct(struct, 0, false, 0);
    Field field = path.getFirst();
    if (path.size() == 1) {
      object.set(field.name(), many(field, field.type(), count, whole, 0));
    } else {
      object.set(field.name(), onward(field.type(), path.subList(1, path.size()), count));
    }
    return object;
  }

  private JsonNode onward(Type type, List<Field> path, int count) {
    return switch (type) {
      case Type.ListOf list -> JSON.arrayNode().add(onward(list.element(), path, count));
      case Type.MapOf map -> JSON.objectNode().set("x", onward(map.value(), path, count));
      case Type.Ref ref -> at(ref.struct(), path, count);
      case Type.Scalar scalar -> throw new IllegalArgumentException(path.toString());
    };
  }

  private JsonNode many(Field field, Type type, int count, boolean all, int depth) {
    if (type instanceof Type.MapOf map) {
      ObjectNode object = JSON.objectNode();
      for (int i = 0; i < count; i++) {
        object.set(Elements.COLLIDING.text(i), value(field.name(), map.value(), i, all, depth));
      }
      return object;
    }
    ArrayNode array = JSON.arrayNode();
    for (int i = 0; i < count; i++) {
      array.add(value(field.name(), ((Type.ListOf) type).element(), i, all, depth));
    }
    return array;
  }

  private JsonNode everywhere(StructType struct, int count, int depth) {
    ObjectNode object = struct(struct, 0, false, 0);
    for (Field field : struct.fields()) {
      if (ListField.repeats(field.type())) {
        object.set(field.name(), many(field, field.type(), count, false, 0));
      } else if (field.type() instanceof Type.Ref ref && depth < 4) {
        object.set(field.name(), everywhere(ref.struct(), count, depth + 1));
      }
    }
    return object;
  }

  private ObjectNode struct(StructType struct, int index, boolean all, int depth) {
    ObjectNode object = JSON.objectNode();
    for (Field field : struct.fields()) {
      boolean wanted = all && depth < WHOLE_DEPTH || field.keep();
      if (wanted && depth < 3 * WHOLE_DEPTH) {
        object.set(field.name(), value(field.name(), field.type(), index, all, depth + 1));
      }
    }
    return object;
  }

  private JsonNode value(String name, Type type, int index, boolean all, int depth) {
    return switch (type) {
      case Type.Ref ref -> struct(ref.struct(), index, all, depth);
      case Type.ListOf list -> JSON.arrayNode().add(value(name, list.element(), index, all, depth));
      case Type.MapOf map ->
          JSON.objectNode().set(elements.text(index), value(name, map.value(), index, all, depth));
      case Type.Scalar scalar -> scalar(name, scalar, index);
    };
  }

  private JsonNode scalar(String name, Type.Scalar scalar, int index) {
    return switch (scalar.kind()) {
      case STRING -> TextNode.valueOf(text(name, scalar.goName(), index));
      case BOOL -> BooleanNode.TRUE;
      case INT32, INT64, UINT32, FLOAT64 ->
          IntNode.valueOf((elements.number(index) - 1) % 65_535 + 1);
      case QUANTITY -> TextNode.valueOf("1");
      case INT_OR_STRING -> IntNode.valueOf((elements.number(index) - 1) % 65_535 + 1);
      case BYTES -> TextNode.valueOf("YQ==");
      case TIME -> TextNode.valueOf("2126-01-01T00:00:00Z");
      case MICRO_TIME -> TextNode.valueOf("2126-01-01T00:00:00.000000Z");
      case DURATION -> TextNode.valueOf("1s");
      case RAW, UNTYPED -> JSON.objectNode();
    };
  }

  private String text(String name, String goName, int index) {
    String word = WORDS.get(goName);
    if (word != null) {
      return word;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    int number = elements.number(index);
    if (lower.contains("cidr") || lower.contains("range")) {
      return "10.%d.%d.%d/32".formatted(number >> 16 & 255, number >> 8 & 255, number & 255);
    }
    if (lower.endsWith("ip") || lower.endsWith("ips") || lower.endsWith("addresses")) {
      return "10.%d.%d.%d".formatted(number >> 16 & 255, number >> 8 & 255, number & 255);
    }
    if (lower.endsWith("path")) {
      return "/" + elements.text(index);
    }
    return switch (name) {
      case "finalizers" -> "example.com/" + elements.text(index);
      case "fieldsType" -> "FieldsV1";
      case "expression" -> "'" + elements.text(index) + "' != ''";
      case "apiVersion" -> "v1";
      default -> elements.text(index);
    };
  }
}
