package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.GoNumber;
import dev.muster.apiserver.request.Query;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Target;
import dev.muster.model.status.Status;
import dev.muster.model.types.Field;
import dev.muster.model.types.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a connection is asked for with, as a query and as an object such as PodExecOptions. */
final class ConnectOptions {
  private ConnectOptions() {}

  /** The canonical object that the query, and the path behind a proxy, stand for. */
  static ObjectNode of(Target kind, ResourceRequest request) {
    ObjectNode given = JsonNodeFactory.instance.objectNode();
    for (Field field : kind.type().fields()) {
      String name = field.name();
      if (name.equals("path")) {
        given.put(name, request.target().rest());
      } else if (request.query().has(name) && !name.equals("kind") && !name.equals("apiVersion")) {
        given.set(name, value(field.type(), request.query(), name));
      }
    }
    ObjectNode options = Decoder.decode(kind.type(), given).object();
    return kind.putTypeMeta(options);
  }

  private static JsonNode value(Type type, Query query, String name) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (type instanceof Type.ListOf list) {
      ArrayNode out = nodes.arrayNode();
      if (isText(list.element())) {
        query.all(name).forEach(out::add);
      } else {
        query.all(name).forEach(text -> numbers(text, out));
      }
      return out;
    }
    return isText(type) ? nodes.textNode(query.text(name)) : nodes.booleanNode(query.flag(name));
  }

  private static boolean isText(Type type) {
    return type instanceof Type.Scalar scalar && scalar.kind() == Type.Scalar.Kind.STRING;
  }

  private static void numbers(String text, ArrayNode out) {
    for (String number : text.split(",", -1)) {
      try {
        out.add(Integer.parseInt(number));
      } catch (NumberFormatException e) {
        throw Status.badRequest(GoNumber.fault("ParseInt", number)).exception();
      }
    }
  }

  /** The query that stands for options. */
  static Query query(ObjectNode options) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> e : options.properties()) {
      List<String> texts = new ArrayList<>();
      if (e.getValue().isArray()) {
        e.getValue().forEach(item -> texts.add(item.asText()));
      } else if (!e.getValue().isNull()) {
        texts.add(e.getValue().asText());
      }
      if (!texts.isEmpty()) {
        values.put(e.getKey(), texts);
      }
    }
    return Query.of(values);
  }
}
