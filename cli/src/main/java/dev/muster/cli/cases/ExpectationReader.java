package dev.muster.cli.cases;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what is expected of a case. */
final class ExpectationReader {
  private final String place;
  private final StrictFields fields;
  private final List<String> problems;

  ExpectationReader(String place, StrictFields fields, List<String> problems) {
    this.place = place;
    this.fields = fields;
    this.problems = problems;
  }

  CaseExpectation read(@Nullable CaseAction action) {
    boolean allowed = CaseReader.allowed(fields);
    String reason = fields.text("reason");
    if (reason != null && allowed) {
      fields.wrong("reason", "only what is refused has a reason");
    }
    JsonNode result = fields.any("result");
    Map<String, JsonNode> paths = paths();
    Map<String, ExpectedIdentity> identities = identities();
    boolean written = action instanceof CaseAction.Create || action instanceof CaseAction.Update;
    if (!(written && allowed)) {
      refuse("result", !result.isMissingNode());
      refuse("paths", !paths.isEmpty());
      refuse("identity", !identities.isEmpty());
    }
    return new CaseExpectation(allowed, reason == null ? "" : reason, result, paths, identities);
  }

  private void refuse(String field, boolean there) {
    if (there) {
      fields.wrong(field, "only what is created or updated, and allowed, has one");
    }
  }

  private Map<String, JsonNode> paths() {
    Map<String, JsonNode> paths = new LinkedHashMap<>();
    JsonNode tree = fields.object("paths");
    if (tree != null) {
      for (Map.Entry<String, JsonNode> entry : tree.properties()) {
        try {
          JsonPointer unused = JsonPointer.compile(entry.getKey());
          paths.put(entry.getKey(), entry.getValue());
        } catch (IllegalArgumentException e) {
          fields.wrong("paths", "a path is a JSON pointer, as /spec/containers/0/image");
        }
      }
    }
    return paths;
  }

  private Map<String, ExpectedIdentity> identities() {
    Map<String, ExpectedIdentity> identities = new LinkedHashMap<>();
    JsonNode tree = fields.object("identity");
    if (tree != null) {
      for (Map.Entry<String, JsonNode> entry : tree.properties()) {
        identities.put(entry.getKey(), identity(entry.getKey(), entry.getValue()));
      }
    }
    return identities;
  }

  private ExpectedIdentity identity(String container, JsonNode tree) {
    StrictFields of =
        new StrictFields(place + ": identity[" + GoText.brief(container) + "]", tree, problems);
    List<JsonNode> groups = of.list("groups");
    if (groups != null && groups.stream().anyMatch(group -> !group.isIntegralNumber())) {
      of.wrong("groups", "must be a list of whole numbers");
    }
    ExpectedIdentity identity =
        new ExpectedIdentity(
            of.number("uid"),
            of.number("gid"),
            groups == null ? null : groups.stream().map(JsonNode::asLong).toList(),
            of.text("refused"));
    of.end();
    return identity;
  }
}
