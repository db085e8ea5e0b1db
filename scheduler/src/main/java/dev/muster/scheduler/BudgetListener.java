package dev.muster.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Reflector;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.PolicyV1.PodDisruptionBudget;
import java.util.List;
import java.util.Optional;

/** Brings the budgets of pods into the cache. They decide who goes, not whether a pod fits. */
record BudgetListener(SchedulerCache cache) implements Reflector.Listener {
  @Override
  public void replaced(List<ObjectNode> all) {
    cache.change(
        cluster -> {
          cluster.budgets().clear();
          all.forEach(each -> cluster.budgets().put(key(each), PodDisruptionBudget.of(each)));
          return Optional.empty();
        });
  }

  @Override
  public void changed(ObjectNode budget) {
    cache.change(
        cluster -> {
          cluster.budgets().put(key(budget), PodDisruptionBudget.of(budget));
          return Optional.empty();
        });
  }

  @Override
  public void deleted(ObjectNode budget) {
    cache.change(
        cluster -> {
          cluster.budgets().remove(key(budget));
          return Optional.empty();
        });
  }

  private static String key(ObjectNode tree) {
    ObjectMeta metadata = PodDisruptionBudget.of(tree).metadata();
    return metadata.namespace().text() + "/" + metadata.name().text();
  }
}
