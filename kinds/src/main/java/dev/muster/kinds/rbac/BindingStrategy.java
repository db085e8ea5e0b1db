package dev.muster.kinds.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.Strategy;
import java.util.List;

/** Bindings of roles to subjects, in a namespace or cluster-wide. */
public final class BindingStrategy implements Strategy {
  static final String GROUP = "rbac.authorization.k8s.io";

  private final boolean namespaced;
  private final List<String> roleKinds;

  private BindingStrategy(boolean namespaced, String... roleKinds) {
    this.namespaced = namespaced;
    this.roleKinds = List.of(roleKinds);
  }

  public static BindingStrategy roleBinding() {
    return new BindingStrategy(true, "Role", "ClusterRole");
  }

  public static BindingStrategy clusterRoleBinding() {
    return new BindingStrategy(false, "ClusterRole");
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    ObjectNode ref = object.withObject("roleRef");
    if (ref.path("apiGroup").asText().isEmpty()) {
      ref.put("apiGroup", GROUP);
    }
    for (JsonNode subject : object.path("subjects")) {
      if (subject instanceof ObjectNode s && s.path("apiGroup").asText().isEmpty()) {
        String kind = s.path("kind").asText();
        if (kind.equals("User") || kind.equals("Group")) {
          s.put("apiGroup", GROUP);
        }
      }
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At ref = At.root(object).get("roleRef");
    if (!ref.text("apiGroup").equals(GROUP)) {
      errors.unsupported(ref.get("apiGroup"), List.of(GROUP));
    }
    if (!roleKinds.contains(ref.text("kind"))) {
      errors.unsupported(ref.get("kind"), roleKinds);
    }
    if (ref.text("name").isEmpty()) {
      errors.required(ref.path().child("name"), "");
    } else {
      Names.pathSegment(ref.text("name"), false).forEach(f -> errors.invalid(ref.get("name"), f));
    }
    for (At subject : At.root(object).get("subjects").each()) {
      subject(subject, errors);
    }
  }

  private void subject(At subject, Errors errors) {
    String name = subject.text("name");
    if (name.isEmpty()) {
      errors.required(subject.path().child("name"), "");
    }
    String group = subject.text("apiGroup");
    switch (subject.text("kind")) {
      case "ServiceAccount" -> {
        if (!name.isEmpty()) {
          Names.subdomain(name, false).forEach(f -> errors.invalid(subject.get("name"), f));
        }
        if (!group.isEmpty()) {
          errors.unsupported(subject.get("apiGroup"), List.of(""));
        }
        if (!namespaced && subject.text("namespace").isEmpty()) {
          errors.required(subject.path().child("namespace"), "");
        }
      }
      case "User", "Group" -> {
        if (!group.equals(GROUP)) {
          errors.unsupported(subject.get("apiGroup"), List.of(GROUP));
        }
      }
      default ->
          errors.unsupported(subject.get("kind"), List.of("ServiceAccount", "User", "Group"));
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(namespaced, this::nameFaults, object, errors);
    validate(object, errors);
    ObjectMetas.validateChange(object, old, errors);
    At ref = At.root(object).get("roleRef");
    if (!ref.node().equals(old.path("roleRef"))) {
      ObjectNode shown = JsonNodeFactory.instance.objectNode();
      shown.put("APIGroup", ref.text("apiGroup"));
      shown.put("Kind", ref.text("kind"));
      shown.put("Name", ref.text("name"));
      errors.invalid(ref.path(), shown.toString(), "cannot change roleRef");
    }
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return Names.pathSegment(name, false);
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }
}
