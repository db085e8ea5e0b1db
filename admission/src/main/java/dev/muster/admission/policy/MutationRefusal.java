package dev.muster.admission.policy;

import dev.muster.admission.AdmissionRequest;
import dev.muster.model.field.FieldError;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.List;

/** What kept policies from changing one request: the first is its answer, all are its causes. */
final class MutationRefusal {
  /** More are not told. */
  private static final int MOST_CAUSES = 100;

  private final List<Fault> unbound = new ArrayList<>();
  private final List<Fault> failed = new ArrayList<>();

  private record Fault(String sentence, String reason) {}

  /** A policy cannot be used at all. */
  void unusable(String policy, String why) {
    add(
        unbound,
        "policy \"%s\" denied request: failed to configure policy: %s".formatted(policy, why),
        "Forbidden");
  }

  /** A binding cannot be used. */
  void unbound(String policy, String binding, String why) {
    add(unbound, bound(policy, binding) + "failed to configure binding: " + why, "Forbidden");
  }

  /** A condition or a mutation failed. */
  void failed(String policy, String binding, String why) {
    add(failed, bound(policy, binding) + why, "Invalid");
  }

  private static String bound(String policy, String binding) {
    return "policy '%s' with binding '%s' denied request: ".formatted(policy, binding);
  }

  private static void add(List<Fault> to, String sentence, String reason) {
    if (to.size() < MOST_CAUSES) {
      to.add(new Fault(sentence, reason));
    }
  }

  /** Refuses the request if there is anything to refuse it for. */
  void throwIfAny(AdmissionRequest request) {
    List<Fault> all = new ArrayList<>(unbound);
    all.addAll(failed);
    if (all.isEmpty()) {
      return;
    }
    Status.Details about =
        Status.forbidden(request.asked().group(), request.asked().plural(), request.shownName(), "")
            .details();
    Fault first = all.getFirst();
    throw new Status(
            403,
            first.reason(),
            first.sentence(),
            new Status.Details(
                about.name(),
                about.group(),
                about.kind(),
                "",
                all.stream().map(fault -> new FieldError("", "", fault.sentence())).toList(),
                0))
        .exception();
  }
}
