package dev.muster.admission.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.status.Status;
import java.util.List;
import java.util.Map;

/** What asking a webhook came to. */
sealed interface HookAnswer {

  /**
   * @param object as the webhook wants it; the one that was sent if it wants no change
   */
  record Allowed(ObjectNode object, List<String> warnings, Map<String, String> annotations)
      implements HookAnswer {}

  record Denied(Status status, List<String> warnings) implements HookAnswer {}

  /** Its conditions keep it out of this request. */
  record Skipped() implements HookAnswer {}

  /** It could not be asked, or its answer cannot be used. */
  record Failed(String why) implements HookAnswer {}
}
