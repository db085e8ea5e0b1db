package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.AppsV1;
import dev.muster.views.AppsV1.RollingUpdateDeployment;
import java.util.Locale;

/** A rollout of a type that is not known, as a message shows it. */
final class UnknownRollout {
  private UnknownRollout() {}

  static String shown(AppsV1.DeploymentStrategy strategy) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("Type", strategy.type().text());
    RollingUpdateDeployment rolling = strategy.rollingUpdate();
    if (rolling.absent()) {
      out.putNull("RollingUpdate");
    } else {
      ObjectNode inner = out.putObject("RollingUpdate");
      for (String field : new String[] {"maxUnavailable", "maxSurge"}) {
        JsonNode value = rolling.at().get(field).node();
        inner.set(
            field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1),
            rolling.at().has(field) ? value : inner.numberNode(0));
      }
    }
    return out.toString();
  }
}
