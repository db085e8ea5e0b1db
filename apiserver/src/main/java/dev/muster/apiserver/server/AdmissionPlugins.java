package dev.muster.apiserver.server;

import dev.muster.admission.AdmissionChain;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.Cluster;
import dev.muster.admission.plugins.DefaultTolerationSeconds;
import dev.muster.admission.plugins.NamespaceLifecycle;
import dev.muster.admission.plugins.Priority;
import dev.muster.admission.plugins.RuntimeClass;
import dev.muster.admission.plugins.StorageObjectInUseProtection;
import dev.muster.admission.plugins.TaintNodesByCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The admission plugins, in the order in which they run. To add one: its file, and one entry here.
 */
final class AdmissionPlugins {
  private AdmissionPlugins() {}

  /** Those that are on by default, with some more and without some, each as {@code seen}. */
  static AdmissionChain chain(
      Cluster cluster,
      Set<String> enabled,
      Set<String> disabled,
      UnaryOperator<AdmissionPlugin> seen) {
    List<AdmissionPlugin> on = new ArrayList<>();
    for (AdmissionPlugin plugin : byDefault(cluster)) {
      if (!disabled.contains(plugin.name())) {
        on.add(seen.apply(plugin));
      }
    }
    return new AdmissionChain(on);
  }

  private static List<AdmissionPlugin> byDefault(Cluster cluster) {
    return List.of(
        new NamespaceLifecycle(cluster),
        new TaintNodesByCondition(),
        new Priority(cluster),
        new RuntimeClass(cluster),
        new DefaultTolerationSeconds(),
        new StorageObjectInUseProtection());
  }
}
