package dev.muster.kinds.features;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The features that can be switched, each with its life: a state since a version. */
public enum Feature {
  ALLOW_INSECURE_KUBELET_CERTIFICATE_SIGNING_REQUESTS(
      "AllowInsecureKubeletCertificateSigningRequests",
      List.of(),
      new State(KubeVersion.OLDEST, FeatureStage.STABLE, true, false),
      new State(new KubeVersion(1, 31), FeatureStage.DEPRECATED, false, false)),
  /** Kubernetes has it from 1.37 on; here it can be switched on in every version. */
  ATOMIC_WRITE_VOLUME_USER_FIELDS(
      "AtomicWriteVolumeUserFields",
      List.of(),
      new State(KubeVersion.OLDEST, FeatureStage.ALPHA, false, false)),
  AUTHORIZE_POD_WEBSOCKET_UPGRADE_CREATE_PERMISSION(
      "AuthorizePodWebsocketUpgradeCreatePermission",
      List.of(),
      new State(new KubeVersion(1, 35), FeatureStage.BETA, true, false)),
  POD_TOPOLOGY_LABELS_ADMISSION(
      "PodTopologyLabelsAdmission",
      List.of(),
      new State(new KubeVersion(1, 33), FeatureStage.ALPHA, false, false),
      new State(new KubeVersion(1, 35), FeatureStage.BETA, true, false)),
  CONSTRAINED_IMPERSONATION(
      "ConstrainedImpersonation",
      List.of(),
      new State(new KubeVersion(1, 35), FeatureStage.ALPHA, false, false)),
  KUBELET_ENSURE_SECRET_PULLED_IMAGES(
      "KubeletEnsureSecretPulledImages",
      List.of(),
      new State(new KubeVersion(1, 33), FeatureStage.ALPHA, false, false),
      new State(new KubeVersion(1, 35), FeatureStage.BETA, true, false)),
  MUTATING_ADMISSION_POLICY(
      "MutatingAdmissionPolicy",
      List.of(),
      new State(new KubeVersion(1, 32), FeatureStage.ALPHA, false, false),
      new State(new KubeVersion(1, 34), FeatureStage.BETA, false, false)),
  SERVICE_ACCOUNT_NODE_AUDIENCE_RESTRICTION(
      "ServiceAccountNodeAudienceRestriction",
      List.of(),
      new State(new KubeVersion(1, 32), FeatureStage.BETA, false, false),
      new State(new KubeVersion(1, 33), FeatureStage.BETA, true, false)),
  SUPPLEMENTAL_GROUPS_POLICY(
      "SupplementalGroupsPolicy",
      List.of(
          "core/v1.PodSecurityContext.supplementalGroupsPolicy",
          "core/v1.ContainerStatus.user",
          "core/v1.NodeStatus.features"),
      new State(new KubeVersion(1, 31), FeatureStage.ALPHA, false, false),
      new State(new KubeVersion(1, 33), FeatureStage.BETA, true, false),
      new State(new KubeVersion(1, 35), FeatureStage.STABLE, true, true));

  /**
   * What a feature is from a version on.
   *
   * @param locked whether it cannot be switched any more
   */
  public record State(KubeVersion since, FeatureStage stage, boolean on, boolean locked) {}

  private final String gate;
  private final List<String> fields;
  private final List<State> states;

  Feature(String gate, List<String> fields, State... states) {
    this.gate = gate;
    this.fields = fields;
    this.states = List.of(states);
  }

  /** The name of its gate. */
  public String gate() {
    return gate;
  }

  /** The fields that came with it, each behind the name of its type. */
  List<String> fields() {
    return fields;
  }

  static Optional<Feature> named(String gate) {
    return Arrays.stream(values()).filter(f -> f.gate.equals(gate)).findFirst();
  }

  /** What it is in a version. */
  public State in(KubeVersion version) {
    State found = new State(KubeVersion.OLDEST, FeatureStage.PRE_ALPHA, false, false);
    for (State state : states) {
      if (state.since().compareTo(version) <= 0) {
        found = state;
      }
    }
    return found;
  }
}
