package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.PolicyV1beta1.PodSecurityPolicy;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One policy, ready to be tried on pods. Immutable. */
public final class Policy {
  /** The order in which policies are asked. */
  static final Comparator<Policy> ORDER =
      Comparator.comparingLong(Policy::priority).reversed().thenComparing(Policy::name);

  private static final NamespaceRanges NO_NAMESPACE =
      new NamespaceRanges("", MissingNode.getInstance());

  private final PodSecurityPolicy object;
  private final String name;
  private final Mode mode;
  private final long priority;

  /** The rules for pods of every namespace; null if they differ. */
  private final @Nullable PolicyRules everywhere;

  private Policy(ObjectNode object) {
    this.object = PodSecurityPolicy.of(object);
    this.name = this.object.metadata().name().text();
    At annotations = this.object.metadata().annotations();
    this.mode = Mode.of(annotations.text(Extensions.MODE));
    this.priority = number(annotations.text(Extensions.PRIORITY));
    this.everywhere =
        PolicyReader.fromNamespace(this.object).isEmpty()
            ? new PolicyReader(this.object, NO_NAMESPACE).read()
            : null;
  }

  /** The given tree is not copied: it must not be changed any more. */
  public static Policy of(ObjectNode object) {
    return new Policy(object);
  }

  private static long number(String text) {
    try {
      return text.isEmpty() ? 0 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  public String name() {
    return name;
  }

  public Mode mode() {
    return mode;
  }

  public long priority() {
    return priority;
  }

  /** Whether it has to be told the pod's namespace. */
  boolean asksNamespace() {
    return everywhere == null;
  }

  /** Tries the policy on a pod, which stays as it is. */
  public Trial tryOn(ObjectNode pod, NamespaceRanges namespace) {
    PolicyRules rules =
        everywhere == null ? new PolicyReader(object, namespace).read() : everywhere;
    PodDraft draft = PodDraft.copyOf(pod);
    Errors errors = new Errors();
    errors.addAll(rules.problems());
    rules.fill(draft);
    rules.check(draft, errors);
    return new Trial(this, draft.pod(), draft.changes(), errors.list());
  }
}
