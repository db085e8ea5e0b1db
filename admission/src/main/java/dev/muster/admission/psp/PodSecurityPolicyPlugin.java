package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.AuditTrail;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.authz.Authorizer;
import dev.muster.views.CoreV1.Namespace;
import dev.muster.views.CoreV1.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A pod has to satisfy one of the policies that its creator or its service account may use. A new
 * pod may be changed for that; later ones are only checked.
 */
public final class PodSecurityPolicyPlugin implements AdmissionPlugin {
  private static final String ANNOTATION = "kubernetes.io/psp";
  private static final String EPHEMERAL = "ephemeralcontainers";

  private static final String API_VERSION = "policy/v1beta1";
  private static final String KIND = "PodSecurityPolicy";
  private static final String PREFIX = "podsecuritypolicy.policy.k8s.io/";

  private final Cluster cluster;
  private final Authorizer authorizer;
  private final AuditTrail audit;

  /** The policies as they were last read; losing a race costs only work. */
  private volatile @Nullable Known known;

  private record Known(long version, List<Policy> policies) {}

  public PodSecurityPolicyPlugin(Cluster cluster, Authorizer authorizer, AuditTrail audit) {
    this.cluster = cluster;
    this.authorizer = authorizer;
    this.audit = audit;
  }

  @Override
  public String name() {
    return "PodSecurityPolicy";
  }

  @Override
  public void admit(AdmissionRequest request) {
    ObjectNode pod = request.object();
    if (pod == null || request.operation() != Operation.CREATE || !concerns(request)) {
      return;
    }
    PolicyAccess access = access(request, pod);
    PolicyChoice choice = new PolicyChoice(enforcing(), access, ranges(request));
    switch (choice.changing(pod)) {
      case PolicyVerdict.Admitted admitted -> {
        PodDraft draft = PodDraft.of(admitted.by());
        SeccompNames.agree(draft);
        draft.annotate(ANNOTATION, admitted.by().policy().name());
        pod.setAll(draft.pod());
        audit.annotate(request, PREFIX + "admit-policy", admitted.by().policy().name());
      }
      case PolicyVerdict.Refused refused ->
          throw PolicyRefusal.of(request, access, "admit", refused.tried());
    }
  }

  @Override
  public void validate(AdmissionRequest request) {
    ObjectNode pod = request.object();
    if (pod == null || !concerns(request)) {
      return;
    }
    PolicyAccess access = access(request, pod);
    PolicyChoice choice = new PolicyChoice(enforcing(), access, ranges(request));
    String before = Pod.of(pod).metadata().annotations().text(ANNOTATION);
    switch (choice.unchanging(pod, before)) {
      case PolicyVerdict.Admitted admitted ->
          audit.annotate(request, PREFIX + "validate-policy", admitted.by().policy().name());
      case PolicyVerdict.Refused refused ->
          throw PolicyRefusal.of(request, access, "validate", refused.tried());
    }
    tell(request, pod, access);
  }

  /** Tells of policies that do not enforce what they would have refused. */
  private void tell(AdmissionRequest request, ObjectNode pod, PolicyAccess access) {
    List<String> noted = new ArrayList<>();
    for (Policy policy : policies()) {
      if (policy.mode() == Mode.ENFORCE) {
        continue;
      }
      Trial trial = policy.tryOn(pod, ranges(request).get());
      if (!trial.admits() && access.test(policy)) {
        String text =
            "would violate PodSecurityPolicy \""
                + policy.name()
                + "\": "
                + PolicyRefusal.reasons(trial);
        if (policy.mode() == Mode.WARN) {
          request.warn().accept(text);
        } else {
          noted.add(text);
        }
      }
    }
    if (!noted.isEmpty()) {
      audit.annotate(request, PREFIX + "audit-violations", String.join("; ", noted));
    }
  }

  private List<Policy> enforcing() {
    return policies().stream().filter(p -> p.mode() == Mode.ENFORCE).toList();
  }

  private List<Policy> policies() {
    long version = cluster.version(API_VERSION, KIND);
    Known seen = known;
    if (seen == null || seen.version != version) {
      seen =
          new Known(version, cluster.list(API_VERSION, KIND, "").stream().map(Policy::of).toList());
      known = seen;
    }
    return seen.policies;
  }

  private PolicyAccess access(AdmissionRequest request, ObjectNode pod) {
    String account = Pod.of(pod).spec().serviceAccountName().text();
    return new PolicyAccess(
        authorizer,
        request.user(),
        account.isEmpty()
            ? Optional.empty()
            : Optional.of(PolicyAccess.account(request.namespace(), account)),
        request.namespace());
  }

  private Supplier<NamespaceRanges> ranges(AdmissionRequest request) {
    return () ->
        new NamespaceRanges(
            request.namespace(),
            cluster
                .get("v1", "Namespace", "", request.namespace())
                .map(n -> Namespace.of(n).metadata().annotations().node())
                .orElse(MissingNode.getInstance()));
  }

  private static boolean concerns(AdmissionRequest request) {
    return request.kind().group().isEmpty()
        && request.kind().kind().equals("Pod")
        && (request.subresource().isEmpty() || request.subresource().equals(EPHEMERAL))
        && !(request.operation() == Operation.UPDATE && OwnershipOnly.isChangeOf(request));
  }
}
