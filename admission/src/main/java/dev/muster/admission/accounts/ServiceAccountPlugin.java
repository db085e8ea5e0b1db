package dev.muster.admission.accounts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.ServiceAccount;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Every pod runs as a service account: its namespace's default one if it names none. The account's
 * image pull secrets and a token of its own come with it.
 */
public final class ServiceAccountPlugin implements AdmissionPlugin {
  private static final String MIRROR = "kubernetes.io/config.mirror";
  private static final String DEFAULT = "default";
  private static final String LIMITS_SECRETS = "kubernetes.io/enforce-mountable-secrets";
  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");

  /** A new namespace gets its default account a moment later: so often it is looked for. */
  private static final int LOOKS = 10;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(150);

  private final Cluster cluster;

  public ServiceAccountPlugin(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public String name() {
    return "ServiceAccount";
  }

  @Override
  public void admit(AdmissionRequest request) {
    ObjectNode pod = request.object();
    if (pod == null || request.operation() != Operation.CREATE || !request.isFor("", "Pod")) {
      return;
    }
    if (isMirror(pod)) {
      // a node that runs a pod by itself must find it as it described it
      validate(request);
      return;
    }
    MutablePodSpec spec = MutablePod.of(pod).spec().ensure();
    if (spec.serviceAccountName().text().isEmpty()) {
      // also under the name by which older clients know the field
      spec.serviceAccountName(DEFAULT).serviceAccount(DEFAULT);
    }
    ServiceAccount account = account(request, spec.serviceAccountName().text());
    if (automounts(account, spec)) {
      TokenMount.into(spec);
    }
    JsonNode pullSecrets = account.imagePullSecrets().at().node();
    if (spec.imagePullSecrets().empty() && !pullSecrets.isEmpty()) {
      spec.imagePullSecrets(pullSecrets.deepCopy());
    }
  }

  private static boolean automounts(ServiceAccount account, MutablePodSpec spec) {
    return spec.automountServiceAccountToken().present()
        ? spec.automountServiceAccountToken().truth()
        : account.automountServiceAccountToken().optionalTruth().orElse(true);
  }

  @Override
  public void validate(AdmissionRequest request) {
    ObjectNode pod = request.object();
    if (pod == null || !request.kind().group().isEmpty() || !request.kind().kind().equals("Pod")) {
      return;
    }
    boolean creates = request.operation() == Operation.CREATE && request.subresource().isEmpty();
    boolean debugs =
        request.operation() == Operation.UPDATE
            && request.subresource().equals("ephemeralcontainers");
    if (creates && isMirror(pod)) {
      MirrorPod.refuseSecrets(request, Pod.of(pod).spec());
    } else if (creates || debugs) {
      secrets(request, Pod.of(pod).spec(), debugs);
    }
  }

  private void secrets(AdmissionRequest request, PodSpec spec, boolean onlyEphemeral) {
    String name = spec.serviceAccountName().text();
    if (name.isEmpty()) {
      throw request.forbidden(
          "no service account specified for pod " + request.namespace() + "/" + request.name());
    }
    ServiceAccount account = account(request, name);
    if (TRUE.contains(account.metadata().annotations().text(LIMITS_SECRETS))) {
      SecretLimits secrets = new SecretLimits(account);
      (onlyEphemeral ? secrets.faultOfEphemeral(spec) : secrets.fault(spec))
          .ifPresent(
              fault -> {
                throw request.forbidden(fault);
              });
    }
  }

  private static boolean isMirror(ObjectNode pod) {
    return Pod.of(pod).metadata().annotations().has(MIRROR);
  }

  private ServiceAccount account(AdmissionRequest request, String name) {
    return find(request.namespace(), name)
        .map(ServiceAccount::of)
        .orElseThrow(
            () ->
                request.forbidden(
                    "error looking up service account "
                        + request.namespace()
                        + "/"
                        + name
                        + ": serviceaccount \""
                        + name
                        + "\" not found"));
  }

  private Optional<ObjectNode> find(String namespace, String name) {
    int looks = name.equals(DEFAULT) ? LOOKS : 1;
    Optional<ObjectNode> found = cluster.get("v1", "ServiceAccount", namespace, name);
    try {
      for (int i = 1; i < looks && found.isEmpty(); i++) {
        Thread.sleep(BETWEEN_LOOKS);
        found = cluster.get("v1", "ServiceAccount", namespace, name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return found;
  }
}
