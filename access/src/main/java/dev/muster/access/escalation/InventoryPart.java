package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.escalation.Inventory.TokenSecret;
import dev.muster.access.escalation.Inventory.Workload;
import dev.muster.base.ServiceAccountName;
import java.util.Optional;

/** What one object tells that ways may lead through. Immutable, and small. */
public sealed interface InventoryPart {

  /** A service account; a silent one has no token mounted unless a pod says so. */
  record Account(ServiceAccountName name, boolean silent) implements InventoryPart {}

  /**
   * A pod that runs.
   *
   * @param token empty if it leaves it to its account
   */
  record Pod(ServiceAccountName account, String name, String node, Optional<MountedToken> token)
      implements InventoryPart {}

  /** Something that makes pods. */
  record Maker(Workload workload) implements InventoryPart {}

  /** A secret with a token. */
  record Token(TokenSecret secret) implements InventoryPart {}

  /** A node. */
  record Node(String name) implements InventoryPart {}

  /** A namespace whose Pod Security level keeps pods from taking their node. */
  record Restricted(String namespace) implements InventoryPart {}

  /** A PodSecurityPolicy, and whether a pod may take its node under it. */
  record Policy(String name, boolean takesNode) implements InventoryPart {}

  /** A GMSA credential spec. */
  record CredentialSpec(String name) implements InventoryPart {}

  /** Empty for an object that leads nowhere. */
  static Optional<InventoryPart> of(JsonNode object) {
    return PartReader.read(object);
  }
}
