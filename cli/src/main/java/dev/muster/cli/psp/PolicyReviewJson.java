package dev.muster.cli.psp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.psp.PolicyReview;
import dev.muster.admission.psp.Trial;
import java.util.List;
import java.util.Locale;

/** Reviews for programs. */
final class PolicyReviewJson {
  private PolicyReviewJson() {}

  static ArrayNode of(List<SubjectPod.Reviewed> reviews) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    for (SubjectPod.Reviewed reviewed : reviews) {
      ObjectNode entry = out.addObject();
      entry.put("object", reviewed.subject().from());
      entry.put("namespace", reviewed.subject().namespace());
      entry.put("admitted", reviewed.review().chosen().isPresent());
      reviewed.review().chosen().ifPresent(name -> entry.put("admittedBy", name));
      ArrayNode policies = entry.putArray("policies");
      for (PolicyReview.Opinion opinion : reviewed.review().opinions()) {
        policy(opinion, reviewed.knowsUser(), policies.addObject());
      }
    }
    return out;
  }

  private static void policy(PolicyReview.Opinion opinion, boolean knowsUser, ObjectNode out) {
    Trial trial = opinion.trial();
    out.put("name", trial.policy().name());
    out.put("mode", trial.policy().mode().name().toLowerCase(Locale.ROOT));
    out.put("priority", trial.policy().priority());
    if (knowsUser) {
      out.put("mayUse", opinion.usable());
    }
    out.put("admits", trial.admits());
    ArrayNode changes = out.putArray("changes");
    trial
        .changes()
        .forEach(c -> changes.addObject().put("field", c.field()).set("value", c.value()));
    ArrayNode faults = out.putArray("faults");
    trial
        .faults()
        .forEach(f -> faults.addObject().put("field", f.field()).put("message", f.body()));
  }
}
