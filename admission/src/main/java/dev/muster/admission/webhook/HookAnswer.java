package dev.muster.admission.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.status.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What asking a webhook came to. */
sealed interface HookAnswer {

  /**
   * @param changed the object as the webhook wants it; empty if it wants no change
   */
  record Allowed(
      Optional<ObjectNode> changed, List<String> warnings, Map<String, String> annotations)
      implements HookAnswer {}

  record Denied(Status status, List<String> warnings) implements HookAnswer {}

  /** Its conditions keep it out of this request. */
  record Skipped() implements HookAnswer {}

  /** It could not be asked, or its answer cannot be used. */
  record Failed(String why) implements HookAnswer {}
}
