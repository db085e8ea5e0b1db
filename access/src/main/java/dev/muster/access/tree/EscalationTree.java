package dev.muster.access.tree;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.access.escalation.EscalationPath;
import dev.muster.views.AccessV1.MutableEscalationPath;
import java.util.List;

/** Ways to become more, each step a sentence and a command. */
public final class EscalationTree {
  private EscalationTree() {}

  /** An entry for each way. */
  public static ArrayNode of(List<EscalationPath> paths) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (EscalationPath path : paths) {
      MutableEscalationPath entry = MutableEscalationPath.of(list.addObject());
      entry.becomes(path.becomes());
      if (path.everything()) {
        entry.everything(true);
      }
      entry.steps().replace();
      path.steps()
          .forEach(step -> entry.steps().add().sentence(step.sentence()).command(step.command()));
    }
    return list;
  }
}
