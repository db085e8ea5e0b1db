package dev.muster.apiserver.metrics;

import dev.muster.base.metrics.Metric;
import dev.muster.base.metrics.MetricsPage;
import dev.muster.kinds.features.Feature;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.FeatureStage;
import java.util.List;

/** Which features are on. */
record FeatureMetric(FeatureGates gates) implements Metric {
  private static final String NAME = "kubernetes_feature_enabled";

  @Override
  public void write(MetricsPage page) {
    page.family(NAME, "gauge", "Whether a feature is on, and how far it has come.");
    for (Feature feature : Feature.values()) {
      FeatureStage stage = feature.in(gates.version()).stage();
      if (stage != FeatureStage.PRE_ALPHA) {
        page.sample(
            NAME,
            MetricsPage.labels(List.of("name", "stage"), List.of(feature.gate(), stage.label())),
            gates.enabled(feature) ? 1L : 0L);
      }
    }
  }
}
