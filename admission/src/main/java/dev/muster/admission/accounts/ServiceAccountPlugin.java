package dev.muster.admission.accounts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.model.field.At;
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
    ObjectNode spec = (ObjectNode) pod.get("spec");
    if (spec.path("serviceAccountName").asText().isEmpty()) {
      // also under the name by which older clients know the field
      spec.put("serviceAccountName", DEFAULT).put("serviceAccount", DEFAULT);
    }
    ObjectNode account = account(request, spec);
    if (automounts(account, spec)) {
      TokenMount.into(spec);
    }
    JsonNode pullSecrets = account.path("imagePullSecrets");
    if (spec.path("imagePullSecrets").isEmpty() && !pullSecrets.isEmpty()) {
      spec.set("imagePullSecrets", pullSecrets.deepCopy());
    }
  }

  private static boolean automounts(ObjectNode account, ObjectNode spec) {
    JsonNode ofPod = spec.path("automountServiceAccountToken");
    return ofPod.isBoolean()
        ? ofPod.booleanValue()
        : account.path("automountServiceAccountToken").asBoolean(true);
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
      MirrorPod.refuseSecrets(request, request.at().get("spec"));
    } else if (creates || debugs) {
      secrets(request, pod, debugs);
    }
  }

  private void secrets(AdmissionRequest request, ObjectNode pod, boolean onlyEphemeral) {
    ObjectNode spec = (ObjectNode) pod.get("spec");
    if (spec.path("serviceAccountName").asText().isEmpty()) {
      throw request.forbidden(
          "no service account specified for pod " + request.namespace() + "/" + request.name());
    }
    ObjectNode account = account(request, spec);
    String limits = account.path("metadata").path("annotations").path(LIMITS_SECRETS).asText();
    if (TRUE.contains(limits)) {
      At at = request.at().get("spec");
      SecretLimits secrets = new SecretLimits(account);
      (onlyEphemeral ? secrets.faultOfEphemeral(at) : secrets.fault(at))
          .ifPresent(
              fault -> {
                throw request.forbidden(fault);
              });
    }
  }

  private static boolean isMirror(ObjectNode pod) {
    return pod.path("metadata").path("annotations").has(MIRROR);
  }

  private ObjectNode account(AdmissionRequest request, ObjectNode spec) {
    String name = spec.path("serviceAccountName").asText();
    return find(request.namespace(), name)
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
