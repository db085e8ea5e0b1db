package dev.muster.controllers.nodes;

import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Taint;
import dev.muster.views.CoreV1.Toleration;
import java.util.List;
import java.util.Set;

/** Whether tolerations bear a node's taints. */
public final class TaintTolerance {
  private TaintTolerance() {}

  /**
   * @param effects which taints count
   */
  public static boolean bears(List<Toleration> tolerations, CoreV1.Node node, Set<String> effects) {
    for (Taint taint : node.spec().taints()) {
      if (effects.contains(taint.effect().text()) && !isBorne(tolerations, taint)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBorne(List<Toleration> tolerations, Taint taint) {
    for (Toleration toleration : tolerations) {
      if (matches(toleration, taint)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(Toleration toleration, Taint taint) {
    String effect = toleration.effect().text();
    String key = toleration.key().text();
    if (!effect.isEmpty() && !effect.equals(taint.effect().text())) {
      return false;
    }
    if (!key.isEmpty() && !key.equals(taint.key().text())) {
      return false;
    }
    return switch (toleration.operator().text()) {
      case "", "Equal" -> toleration.value().text().equals(taint.value().text());
      case "Exists" -> true;
      default -> false;
    };
  }
}
