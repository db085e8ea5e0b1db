package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.apiserver.registry.WriteGuard;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.User;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.Status;
import dev.muster.views.AdmissionregistrationV1.ParamKind;
import dev.muster.views.AdmissionregistrationV1.ParamRef;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicy;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicyBinding;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicyBindingSpec;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whoever has an admission policy read parameters must be allowed to read them: a policy could tell
 * what is in them.
 */
final class ParamAccessGuard implements WriteGuard {
  private static final String GROUP = "admissionregistration.k8s.io";

  /** The version in which each kind of policies is stored. */
  private static final Map<String, String> POLICIES =
      Map.of("ValidatingAdmissionPolicy", "/v1", "MutatingAdmissionPolicy", "/v1beta1");

  private static final String BINDING = "Binding";

  private final Authorizer authorizer;
  private final Cluster cluster;
  private final Kinds kinds;

  ParamAccessGuard(Authorizer authorizer, Cluster cluster, Kinds kinds) {
    this.authorizer = authorizer;
    this.cluster = cluster;
    this.kinds = kinds;
  }

  /** What may be read, as far as it is known. */
  private record Params(String group, String version, String resource) {}

  @Override
  public void check(WriteRequest request, ObjectNode object, @Nullable ObjectNode old) {
    Kind kind = request.asked();
    if (!kind.group().equals(GROUP)
        || !POLICIES.containsKey(boundBy(kind))
        || !request.subresource().isEmpty()
        || request.user().groups().contains(User.MASTERS)) {
      return;
    }
    JsonNode before = old == null ? MissingNode.getInstance() : old;
    boolean isPolicy = POLICIES.containsKey(kind.kind());
    Optional<String> fault =
        isPolicy
            ? changed(request.user(), paramKind(object), paramKind(before))
            : changed(request.user(), boundBy(kind), binding(object), binding(before));
    if (fault.isPresent()) {
      Errors errors = new Errors();
      String field = isPolicy ? "paramKind" : "paramRef";
      errors.forbidden(Path.of("spec", field), fault.get());
      String name = ObjectMeta.ofObject(object).name().text();
      throw Status.invalid(GROUP, kind.kind(), name, errors).exception();
    }
  }

  /** The kind of policies that bindings of a kind bind; of policies their own. */
  private static String boundBy(Kind kind) {
    String name = kind.kind();
    return name.endsWith(BINDING) ? name.substring(0, name.length() - BINDING.length()) : name;
  }

  /** Policies of either kind have it in the same place. */
  private static ParamKind paramKind(JsonNode policy) {
    return ValidatingAdmissionPolicy.of(policy).spec().paramKind();
  }

  /** As that of bindings of either kind. */
  private static ValidatingAdmissionPolicyBindingSpec binding(JsonNode binding) {
    return ValidatingAdmissionPolicyBinding.of(binding).spec();
  }

  private Optional<String> changed(User user, ParamKind paramKind, ParamKind before) {
    if (paramKind.tree().equals(before.tree())
        || !paramKind.tree().isObject()
        || may(user, "get", params(paramKind), "*", "*")) {
      return Optional.empty();
    }
    return Optional.of(
        "user %s must have \"get\" permission on all objects of the referenced paramKind (kind=%s, apiVersion=%s)"
            .formatted(shown(user), paramKind.kind().text(), paramKind.apiVersion().text()));
  }

  private Optional<String> changed(
      User user,
      String kind,
      ValidatingAdmissionPolicyBindingSpec spec,
      ValidatingAdmissionPolicyBindingSpec before) {
    ParamRef ref = spec.paramRef();
    String policyName = spec.policyName().text();
    boolean same =
        ref.tree().equals(before.paramRef().tree())
            && policyName.equals(before.policyName().text());
    if (same || !ref.tree().isObject()) {
      return Optional.empty();
    }
    Optional<ObjectNode> policy = cluster.get(GROUP + POLICIES.get(kind), kind, "", policyName);
    Params params =
        policy
            .map(ParamAccessGuard::paramKind)
            .filter(found -> found.tree().isObject())
            .map(this::params)
            .orElse(new Params("*", "*", "*"));
    String name = ref.name().text();
    String verb = name.isEmpty() ? "list" : "get";
    if (may(user, verb, params, ref.namespace().text(), name)) {
      return Optional.empty();
    }
    return Optional.of(
        policy.isEmpty()
            ? "unable to get policy %s to determine minimum required permissions and user %s does not have \"%s\" permission for all groups, versions and resources"
                .formatted(policyName, shown(user), verb)
            : "user %s does not have \"%s\" permission on the object referenced by paramRef"
                .formatted(shown(user), verb));
  }

  /** Of a kind that nobody knows, every resource of its version. */
  private Params params(ParamKind paramKind) {
    String apiVersion = paramKind.apiVersion().text();
    int slash = apiVersion.indexOf('/');
    return new Params(
        slash < 0 ? "" : apiVersion.substring(0, slash),
        apiVersion.substring(slash + 1),
        kinds.byKind(apiVersion, paramKind.kind().text()).map(Kind::plural).orElse("*"));
  }

  private boolean may(User user, String verb, Params params, String namespace, String name) {
    return authorizer
        .authorize(
            Attributes.resource(
                user,
                verb,
                params.group(),
                params.version(),
                params.resource(),
                "",
                namespace,
                name))
        .allowed();
  }

  /** As Go prints it. */
  private static String shown(User user) {
    StringBuilder extra = new StringBuilder();
    user.extra()
        .forEach(
            (key, values) ->
                extra
                    .append(extra.isEmpty() ? "" : " ")
                    .append(key + ":[" + String.join(" ", values) + "]"));
    return "&{%s %s [%s] map[%s]}"
        .formatted(user.name(), user.uid(), String.join(" ", user.groups()), extra);
  }
}
