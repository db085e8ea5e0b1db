package dev.muster.admission.gmsa;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.authz.Authorizer;
import dev.muster.identity.credspec.AdmittedSpecs;
import dev.muster.views.CoreV1.Pod;
import java.util.Optional;
import java.util.Set;

/**
 * A pod may name a credential spec only if its creator, and the service account that he gave it,
 * may use it. It runs before service accounts are filled in: an account that nobody asked for needs
 * no grant of its own, as the GMSA proposal has it.
 */
public final class GmsaAuthorizer implements AdmissionPlugin {
  private static final String DEFAULT_ACCOUNT = "default";

  private final GmsaRules rules;

  public GmsaAuthorizer(Cluster cluster, Authorizer authorizer) {
    this.rules = new GmsaRules(cluster, authorizer);
  }

  @Override
  public String name() {
    return "GMSAAuthorizer";
  }

  @Override
  public void admit(AdmissionRequest request) {
    ObjectNode pod = request.object();
    if (pod == null || !isNewPod(request)) {
      return;
    }
    if (GmsaRules.concernsNothing(pod)) {
      refuse(request, rules.forged(pod, request.namespace()));
    } else {
      refuse(request, pod, account(pod), Set.of());
      refuse(request, rules.forged(pod, request.namespace()));
      rules.inline(pod, request.namespace());
    }
  }

  /** What other plugins and webhooks made of the pod has to be allowed as well. */
  @Override
  public void validate(AdmissionRequest request) {
    ObjectNode object = request.object();
    if (object == null) {
      return;
    }
    boolean pod = isNewPod(request) || isNewContainer(request);
    if (pod && !GmsaRules.concernsNothing(object)) {
      String account = account(object);
      refuse(request, object, account.equals(DEFAULT_ACCOUNT) ? "" : account, settled(request));
    }
    if (isNewContainer(request)) {
      refuse(request, GmsaRules.unnoted(object, settled(request)));
    }
    if (isNewPod(request)) {
      refuse(request, rules.outdated(object, request.namespace()));
    }
    if (request.isFor("", "ConfigMap")) {
      GmsaRules.warning(object).ifPresent(request.warn());
    }
  }

  /** What a pod was created with is not looked at again when it gets another container. */
  private static Set<String> settled(AdmissionRequest request) {
    ObjectNode old = request.old();
    return old == null
        ? Set.of()
        : AdmittedSpecs.of(old).map(specs -> specs.byConfigMap().keySet()).orElse(Set.of());
  }

  private void refuse(
      AdmissionRequest request, ObjectNode pod, String account, Set<String> settled) {
    refuse(request, rules.refusal(pod, request.namespace(), request.user(), account, settled));
  }

  private static void refuse(AdmissionRequest request, Optional<String> why) {
    why.ifPresent(
        text -> {
          throw request.forbidden(text);
        });
  }

  private static String account(ObjectNode pod) {
    return Pod.of(pod).spec().serviceAccountName().text();
  }

  private static boolean isNewPod(AdmissionRequest request) {
    return request.operation() == Operation.CREATE && request.isFor("", "Pod");
  }

  /** Ephemeral containers come to a pod later. */
  private static boolean isNewContainer(AdmissionRequest request) {
    return request.operation() == Operation.UPDATE
        && request.subresource().equals("ephemeralcontainers")
        && request.kind().qualifiedKind().equals("Pod");
  }
}
