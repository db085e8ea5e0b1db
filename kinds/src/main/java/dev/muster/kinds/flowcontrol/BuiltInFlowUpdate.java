package dev.muster.kinds.flowcontrol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps a server's own flows as they are meant to be: mandatory ones always, suggested ones unless
 * somebody took them over, by an annotation or by changing them while they had none.
 */
public final class BuiltInFlowUpdate {
  static final String ANNOTATION = "apf.kubernetes.io/autoupdate-spec";
  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

  private BuiltInFlowUpdate() {}

  /**
   * What the stored object has to become; empty if it is fine.
   *
   * @param wanted the one of {@link BuiltInFlows} with its name, with defaults
   */
  public static Optional<ObjectNode> of(ObjectNode stored, ObjectNode wanted) {
    boolean update =
        BuiltInFlows.isMandatory(name(wanted)) || annotated(stored).orElseGet(() -> fresh(stored));
    boolean annotate = annotated(stored).filter(value -> value == update).isEmpty();
    boolean differs = update && !same(stored, wanted);
    if (!annotate && !differs) {
      return Optional.empty();
    }
    ObjectNode next = stored.deepCopy();
    if (differs) {
      next.set("spec", wanted.path("spec").deepCopy());
    }
    if (annotate) {
      next.withObject("metadata")
          .withObject("annotations")
          .put(ANNOTATION, Boolean.toString(update));
    }
    return Optional.of(next);
  }

  /** Whether it is one that servers made, and none makes any more. */
  public static boolean unwanted(ObjectNode stored) {
    String kind = stored.path("kind").asText();
    return annotated(stored).orElse(false)
        && BuiltInFlows.all().stream()
            .noneMatch(
                flow -> flow.path("kind").asText().equals(kind) && name(flow).equals(name(stored)));
  }

  /** What the annotation says, if it says anything. */
  private static Optional<Boolean> annotated(ObjectNode object) {
    String text = object.path("metadata").path("annotations").path(ANNOTATION).asText();
    return TRUE.contains(text)
        ? Optional.of(true)
        : FALSE.contains(text) ? Optional.of(false) : Optional.empty();
  }

  private static boolean fresh(ObjectNode object) {
    return object.path("metadata").path("generation").asLong() == 1;
  }

  /** What people may say about exempt requests' seats does not count. */
  private static boolean same(ObjectNode stored, ObjectNode wanted) {
    JsonNode spec = stored.path("spec");
    JsonNode meant = wanted.path("spec");
    if (meant.has("exempt") && spec.has("exempt")) {
      ObjectNode other = meant.deepCopy();
      other.set("exempt", spec.get("exempt"));
      return other.equals(spec);
    }
    return meant.equals(spec);
  }

  private static String name(ObjectNode object) {
    return object.path("metadata").path("name").asText();
  }
}
