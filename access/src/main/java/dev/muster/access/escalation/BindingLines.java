package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.base.ServiceAccountName;
import dev.muster.base.go.GoText;
import dev.muster.views.RbacV1.MutableSubject;
import java.util.function.Function;

/** How a binding to oneself is made, or one of others changed. */
final class BindingLines {
  private final PathSearch search;

  BindingLines(PathSearch search) {
    this.search = search;
  }

  /** What is done, by whomever it then is. */
  record Line(String sentence, Function<Fact, String> byWhom) {
    String command(Fact actor) {
      return byWhom.apply(actor);
    }
  }

  Line create(String scope, RbacKey role) {
    return new Line(
        "bind " + GivingRoles.name(role) + " to oneself" + place(scope),
        actor -> line(actor, scope, role.kind() == RbacKind.CLUSTER_ROLE, role.name()));
  }

  /** The line that makes a binding of a role to oneself. */
  String line(Fact actor, String scope, boolean clusterRole, String role) {
    String what = scope.isEmpty() ? "clusterrolebinding" : "rolebinding";
    String ref = clusterRole ? "--clusterrole=" : "--role=";
    return search.kubectl.line(
        actor,
        scope,
        "create " + what + " way-up " + ref + ShellText.quote(role) + " " + subject());
  }

  private String subject() {
    String name = search.self().user().name();
    return ServiceAccountName.of(name)
        .map(a -> "--serviceaccount=" + ShellText.quote(a.namespace() + ":" + a.name()))
        .orElse("--user=" + ShellText.quote(name));
  }

  Line change(AnyBinding binding, RbacKey role) {
    String kind = binding.key().kind().kind();
    ObjectNode added = JsonNodeFactory.instance.objectNode();
    added.put("op", "add").put("path", binding.subjects().isEmpty() ? "/subjects" : "/subjects/-");
    MutableSubject user = MutableSubject.create().kind("User").apiGroup(RoleRef.API_GROUP);
    ObjectNode subject = user.name(search.self().user().name()).tree();
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    if (binding.subjects().isEmpty()) {
      added.putArray("value").add(subject);
    } else {
      added.set("value", subject);
    }
    list.add(added);
    String resource = binding.key().kind().resource();
    return new Line(
        "add oneself to "
            + kind
            + " "
            + GoText.quote(binding.name())
            + " of "
            + GivingRoles.name(role)
            + place(binding.namespace()),
        actor ->
            search.kubectl.line(
                actor,
                binding.namespace(),
                "patch "
                    + resource
                    + "/"
                    + ShellText.quote(binding.name())
                    + " --type=json -p "
                    + ShellText.quote(list.toString())));
  }

  static String place(String scope) {
    return scope.isEmpty() ? " in the whole cluster" : " in namespace " + GoText.quote(scope);
  }
}
