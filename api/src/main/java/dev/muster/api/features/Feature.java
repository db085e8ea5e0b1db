package dev.muster.api.features;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The features that can be switched, each with its life: a state since a version. */
public enum Feature {
  SERVICE_ACCOUNT_NODE_AUDIENCE_RESTRICTION(
      "ServiceAccountNodeAudienceRestriction",
      new State(new KubeVersion(1, 32), Stage.BETA, false, false),
      new State(new KubeVersion(1, 33), Stage.BETA, true, false)),
  SUPPLEMENTAL_GROUPS_POLICY(
      "SupplementalGroupsPolicy",
      new State(new KubeVersion(1, 31), Stage.ALPHA, false, false),
      new State(new KubeVersion(1, 33), Stage.BETA, true, false),
      new State(new KubeVersion(1, 35), Stage.STABLE, true, true));

  /**
   * What a feature is from a version on.
   *
   * @param locked whether it cannot be switched any more
   */
  public record State(KubeVersion since, Stage stage, boolean on, boolean locked) {}

  private final String gate;
  private final List<State> states;

  Feature(String gate, State... states) {
    this.gate = gate;
    this.states = List.of(states);
  }

  /** The name of its gate. */
  public String gate() {
    return gate;
  }

  static Optional<Feature> named(String gate) {
    return Arrays.stream(values()).filter(f -> f.gate.equals(gate)).findFirst();
  }

  /** What it is in a version; in one before it came, what it was at first. */
  public State in(KubeVersion version) {
    State found = states.get(0);
    for (State state : states) {
      if (state.since().compareTo(version) <= 0) {
        found = state;
      }
    }
    return found;
  }
}
