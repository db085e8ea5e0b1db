package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.PolicyException;
import dev.muster.access.policy.ManifestText;
import dev.muster.access.policy.PolicyDocument;
import dev.muster.model.field.At;
import dev.muster.model.status.Status;
import dev.muster.views.AccessV1.AccessExplanationSpec;
import java.util.List;

/** What a question would write: an object, or the text of one. */
final class GivenObject {
  private GivenObject() {}

  /** Missing if there is none. */
  static JsonNode of(AccessExplanationSpec spec) {
    At text = spec.manifest();
    if (text.empty()) {
      return spec.object().node();
    }
    List<PolicyDocument> written;
    try {
      written = ManifestText.read("spec.manifest", text.text(), 1);
    } catch (PolicyException e) {
      throw Status.badRequest(String.valueOf(e.getMessage())).exception();
    }
    if (written.isEmpty() || !spec.object().empty()) {
      throw Status.badRequest("spec.manifest: has to be one object, and object not set with it")
          .exception();
    }
    return written.getFirst().tree();
  }
}
