package dev.muster.access.tree;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.EscalationPath;
import java.util.List;

/** Ways to become more, each step a sentence and a command. */
public final class EscalationTree {
  private EscalationTree() {}

  /** An entry for each way. */
  public static ArrayNode of(List<EscalationPath> paths) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (EscalationPath path : paths) {
      ObjectNode entry = list.addObject().put("becomes", path.becomes());
      if (path.everything()) {
        entry.put("everything", true);
      }
      ArrayNode steps = entry.putArray("steps");
      path.steps()
          .forEach(
              step ->
                  steps
                      .addObject()
                      .put("sentence", step.sentence())
                      .put("command", step.command()));
    }
    return list;
  }
}
