package dev.muster.model.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.field.InvalidValue;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Turns the events of one document into a tree. One composer, one document. */
final class YamlComposer {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setCodePointLimit(64 << 20).setUseMarks(true).build();

  /** What a value counts besides its text. */
  private static final int VALUE_BYTES = 8;

  private final Map<String, JsonNode> anchors = new HashMap<>();
  private final Issues duplicates = new Issues();
  private int values;
  private long expanded;
  private int depth;

  Yaml.Document compose(byte[] yaml) {
    String text = new String(Utf8.repaired(yaml), StandardCharsets.UTF_8);
    try {
      Iterator<Event> events = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text));
      JsonNode tree = NullNode.getInstance();
      while (events.hasNext()) {
        if (events.next().getEventId() == Event.ID.DocumentStart) {
          tree = node(events.next(), events);
          events.next(); // the document's end: what follows its content must be well-formed
          break;
        }
      }
      return new Yaml.Document(tree, duplicates.list());
    } catch (YamlEngineException e) {
      throw YamlFaults.worded(e);
    } catch (IllegalArgumentException e) {
      // how the parser complains of an escape that the end of the text cuts short
      throw new DecodeException("yaml: did not find expected hexdecimal number");
    }
  }

  private JsonNode node(Event event, Iterator<Event> events) {
    count();
    if (!(event instanceof NodeEvent node)) {
      throw new DecodeException("yaml: did not find expected node content");
    }
    if (event instanceof AliasEvent alias) {
      return referenced(alias.getAlias().getValue());
    }
    JsonNode read =
        switch (event) {
          case ScalarEvent scalar -> scalar(scalar);
          case SequenceStartEvent start -> list(events);
          case MappingStartEvent start -> map(events);
          default -> throw new DecodeException("yaml: unknown event");
        };
    node.getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), read));
    return read;
  }

  private JsonNode referenced(String anchor) {
    JsonNode known = anchors.get(anchor);
    if (known == null) {
      throw new DecodeException("yaml: unknown anchor '" + anchor + "' referenced");
    }
    expand(known, depth);
    return known.deepCopy();
  }

  /** Counts what an alias stands for before it is written out here, so far down. */
  private void expand(JsonNode part, int down) {
    if (down > Yaml.MAX_DEPTH) {
      throw tooDeep();
    }
    expanded += VALUE_BYTES + (part.isTextual() ? part.textValue().length() : 0);
    for (Map.Entry<String, JsonNode> e : part.properties()) {
      expanded += e.getKey().length();
      expand(e.getValue(), down + 1);
    }
    if (part.isArray()) {
      part.forEach(element -> expand(element, down + 1));
    }
    if (expanded > Yaml.MAX_EXPANDED) {
      throw new DecodeException("yaml: document contains excessive aliasing");
    }
  }

  private void count() {
    if (++values > Yaml.MAX_VALUES) {
      throw new DecodeException("yaml: document has too many values");
    }
  }

  private static JsonNode scalar(ScalarEvent scalar) {
    String tag = scalar.getTag().orElse("");
    String text = Texts.wellFormed(scalar.getValue());
    boolean asText = scalar.isPlain() ? !tag.isEmpty() && !typed(tag) : !typed(tag);
    return asText ? NODES.textNode(text) : tagged(tag, text);
  }

  private static boolean typed(String tag) {
    return switch (tag) {
      case "tag:yaml.org,2002:int",
          "tag:yaml.org,2002:float",
          "tag:yaml.org,2002:bool",
          "tag:yaml.org,2002:null" ->
          true;
      default -> false;
    };
  }

  private static JsonNode tagged(String tag, String text) {
    JsonNode value = YamlScalars.resolve(text);
    if (value.isDouble() && !Double.isFinite(value.doubleValue())) {
      throw new DecodeException(
          "json: unsupported value: "
              + (Double.isNaN(value.doubleValue())
                  ? "NaN"
                  : value.doubleValue() > 0 ? "+Inf" : "-Inf"));
    }
    String is =
        switch (value.getNodeType()) {
          case BOOLEAN -> "bool";
          case NULL -> "null";
          case NUMBER -> value.isIntegralNumber() ? "int" : "float";
          case ARRAY, BINARY, MISSING, OBJECT, POJO, STRING -> "str";
        };
    String wanted = tag.substring(tag.lastIndexOf(':') + 1);
    if (wanted.isEmpty() || wanted.equals(is) || wanted.equals("float") && is.equals("int")) {
      return value;
    }
    throw new DecodeException("yaml: cannot decode !!" + is + " `" + text + "` as a !!" + wanted);
  }

  private ArrayNode list(Iterator<Event> events) {
    enter();
    ArrayNode out = NODES.arrayNode();
    for (Event e = events.next(); e.getEventId() != Event.ID.SequenceEnd; e = events.next()) {
      Deadline.check();
      out.add(node(e, events));
    }
    depth--;
    return out;
  }

  private ObjectNode map(Iterator<Event> events) {
    enter();
    Map<String, JsonNode> entries = new TreeMap<>();
    for (Event e = events.next(); e.getEventId() != Event.ID.MappingEnd; e = events.next()) {
      Deadline.check();
      JsonNode key = node(e, events);
      Event of = events.next();
      JsonNode value = node(of, events);
      if (e instanceof ScalarEvent s && s.isPlain() && s.getValue().equals("<<")) {
        merge(value, entries);
      } else if (entries.put(name(key), value) != null && !duplicates.full()) {
        int line = of.getStartMark().map(m -> m.getLine() + 1).orElse(0);
        duplicates.add("line " + line + ": key " + InvalidValue.of(key) + " already set in map");
      }
    }
    depth--;
    ObjectNode out = NODES.objectNode();
    entries.forEach(out::set);
    return out;
  }

  private static void merge(JsonNode from, Map<String, JsonNode> into) {
    if (from.isObject()) {
      from.properties().forEach(e -> into.put(e.getKey(), e.getValue()));
    } else if (from.isArray()) {
      for (int i = from.size() - 1; i >= 0; i--) {
        merge(from.get(i), into);
      }
    } else {
      throw new DecodeException("yaml: map merge requires map or sequence of maps as the value");
    }
  }

  private static String name(JsonNode key) {
    return switch (key.getNodeType()) {
      case STRING, BOOLEAN, NUMBER -> key.asText();
      case NULL -> throw new DecodeException("unsupported map key of type: %!s(<nil>), key: <nil>");
      case ARRAY, BINARY, MISSING, OBJECT, POJO ->
          throw new DecodeException("yaml: invalid map key: " + key);
    };
  }

  private void enter() {
    if (++depth > Yaml.MAX_DEPTH) {
      throw tooDeep();
    }
  }

  private static DecodeException tooDeep() {
    return new DecodeException("yaml: exceeded max depth of " + Yaml.MAX_DEPTH);
  }
}
