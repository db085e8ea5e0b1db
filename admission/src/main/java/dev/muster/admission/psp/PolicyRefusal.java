package dev.muster.admission.psp;

import dev.muster.admission.AdmissionRequest;
import dev.muster.model.field.FieldError;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Tells why a pod is refused: every policy tried, field by field. Bounded in length. */
final class PolicyRefusal {
  private static final int MAX_POLICIES = 16;
  private static final int MAX_FAULTS = 16;

  private PolicyRefusal() {}

  /**
   * @param action what could not be done, {@code admit} or {@code validate}
   */
  static ApiException of(
      AdmissionRequest request, PolicyAccess access, String action, List<Trial> tried) {
    String why = tried.isEmpty() ? nothingUsable(access) : policies(tried);
    Status refusal =
        Status.forbidden(
            request.kind().group(),
            request.kind().plural(),
            request.name(),
            "PodSecurityPolicy: unable to " + action + " pod: " + why);
    Status.Details about = refusal.details();
    return new Status(
            refusal.code(),
            refusal.reason(),
            refusal.message(),
            new Status.Details(about.name(), about.group(), about.kind(), "", causes(tried), 0))
        .exception();
  }

  private static String nothingUsable(PolicyAccess access) {
    return "[]: user \""
        + access.user().name()
        + "\""
        + access
            .account()
            .map(a -> " and service account \"" + a.name() + "\" may not use any policy")
            .orElse(" may not use any policy")
        + " in namespace \""
        + access.namespace()
        + "\"";
  }

  private static String policies(List<Trial> tried) {
    String told =
        tried.stream()
            .limit(MAX_POLICIES)
            .map(PolicyRefusal::policy)
            .collect(Collectors.joining("; "));
    int more = tried.size() - MAX_POLICIES;
    return more > 0 ? told + "; and " + more + " more policies" : told;
  }

  private static String policy(Trial trial) {
    return "policy \"" + trial.policy().name() + "\": " + reasons(trial);
  }

  /** Why one policy refuses a pod. */
  static String reasons(Trial trial) {
    List<String> texts = new ArrayList<>();
    faults(trial).stream().limit(MAX_FAULTS).forEach(f -> texts.add(f.toString()));
    int more = faults(trial).size() - MAX_FAULTS;
    if (more > 0) {
      texts.add("and " + more + " more");
    }
    return texts.stream().collect(Collectors.joining(", ", "[", "]"));
  }

  /** What a policy would fill in is a fault where nothing may be changed any more. */
  private static List<FieldError> faults(Trial trial) {
    return trial.admits()
        ? trial.changes().stream()
            .map(
                c ->
                    new FieldError(
                        "FieldValueRequired",
                        c.field(),
                        "Required value: the policy asks for " + c.value()))
            .toList()
        : trial.faults();
  }

  private static List<FieldError> causes(List<Trial> tried) {
    List<FieldError> causes = new ArrayList<>();
    for (Trial trial : tried.subList(0, Math.min(tried.size(), MAX_POLICIES))) {
      String name = "policy \"" + trial.policy().name() + "\": ";
      faults(trial).stream()
          .limit(MAX_FAULTS)
          .forEach(f -> causes.add(new FieldError(f.reason(), f.field(), name + f.body())));
    }
    return causes;
  }
}
