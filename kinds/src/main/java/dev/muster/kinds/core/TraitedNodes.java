package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.Feature;
import dev.muster.model.scheme.ForwardingStrategy;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.MutableNodeStatus;
import dev.muster.views.CoreV1.Node;
import org.jspecify.annotations.Nullable;

/**
 * Nodes on a server where features are off: what nodes say about such features is dropped, unless
 * the old object says it.
 */
public final class TraitedNodes extends ForwardingStrategy {
  private static final String FIELD = "supplementalGroupsPolicy";

  private final ApiFeatures features;

  public TraitedNodes(Strategy nodes, ApiFeatures features) {
    super(nodes);
    this.features = features;
  }

  @Override
  public void prepareForCreate(ObjectNode node) {
    super.prepareForCreate(node);
    drop(Node.of(node), null);
  }

  @Override
  public void prepareForUpdate(ObjectNode node, ObjectNode old) {
    super.prepareForUpdate(node, old);
    drop(Node.of(node), old);
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode node, ObjectNode old) {
    super.prepareForSubresourceUpdate(subresource, node, old);
    drop(Node.of(node), old);
  }

  private void drop(Node node, @Nullable ObjectNode old) {
    boolean used = old != null && Node.of(old).status().features().tree().has(FIELD);
    if (!used
        && !features.gates().enabled(Feature.SUPPLEMENTAL_GROUPS_POLICY)
        && node.status().features().tree() instanceof ObjectNode features
        && features.remove(FIELD) != null
        && features.isEmpty()) {
      MutableNodeStatus.of(((ObjectNode) node.status().tree())).features().remove();
    }
  }
}
