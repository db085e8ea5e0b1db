package dev.muster.kinds.flowcontrol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.FlowcontrolV1.MutablePriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.MutablePriorityLevelConfigurationSpec;
import dev.muster.views.FlowcontrolV1.PriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.PriorityLevelConfigurationSpec;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetaV1.PartialObjectMetadata;
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
    boolean differs =
        update
            && !same(PriorityLevelConfiguration.of(stored), PriorityLevelConfiguration.of(wanted));
    if (!annotate && !differs) {
      return Optional.empty();
    }
    MutablePriorityLevelConfiguration next =
        MutablePriorityLevelConfiguration.of(stored.deepCopy());
    if (differs) {
      next.spec().set(PriorityLevelConfiguration.of(wanted).spec().tree().deepCopy());
    }
    if (annotate) {
      next.metadata().ensure().annotations().map().put(ANNOTATION, Boolean.toString(update));
    }
    return Optional.of(next.tree());
  }

  /** Whether it is one that servers made, and none makes any more. */
  public static boolean unwanted(ObjectNode stored) {
    String kind = PriorityLevelConfiguration.of(stored).kind().text();
    return annotated(stored).orElse(false)
        && BuiltInFlows.all().stream()
            .noneMatch(
                flow ->
                    PartialObjectMetadata.of(flow).kind().text().equals(kind)
                        && name(flow).equals(name(stored)));
  }

  /** What the annotation says, if it says anything. */
  private static Optional<Boolean> annotated(ObjectNode object) {
    String text = ObjectMeta.ofObject(object).annotations().get(ANNOTATION).text();
    return TRUE.contains(text)
        ? Optional.of(true)
        : FALSE.contains(text) ? Optional.of(false) : Optional.empty();
  }

  private static boolean fresh(ObjectNode object) {
    return ObjectMeta.ofObject(object).generation().number() == 1;
  }

  /** What people may say about exempt requests' seats does not count. */
  private static boolean same(
      PriorityLevelConfiguration stored, PriorityLevelConfiguration wanted) {
    PriorityLevelConfigurationSpec spec = stored.spec();
    PriorityLevelConfigurationSpec meant = wanted.spec();
    if (meant.exempt().present() && spec.exempt().present()) {
      ObjectNode other = meant.tree().deepCopy();
      MutablePriorityLevelConfigurationSpec.of(other).exempt().set(spec.exempt().tree());
      return other.equals(spec.tree());
    }
    return meant.tree().equals(spec.tree());
  }

  private static String name(ObjectNode object) {
    return ObjectMeta.ofObject(object).name().text();
  }
}
