package dev.muster.kinds.rbac;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.RbacV1.MutableRoleBinding;
import dev.muster.views.RbacV1.MutableSubject;
import dev.muster.views.RbacV1.RoleBinding;
import dev.muster.views.RbacV1.RoleRef;
import dev.muster.views.RbacV1.Subject;
import java.util.List;

/** Bindings of roles to subjects, in a namespace or cluster-wide, which have the same fields. */
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
    MutableRoleBinding binding = MutableRoleBinding.of(object);
    binding.roleRef().ensure().apiGroup().defaultTo(GROUP);
    for (MutableSubject subject : binding.subjects().each()) {
      String kind = subject.kind().text();
      if (kind.equals("User") || kind.equals("Group")) {
        subject.apiGroup().defaultTo(GROUP);
      }
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    RoleBinding binding = RoleBinding.of(object);
    RoleRef ref = binding.roleRef();
    if (!ref.apiGroup().text().equals(GROUP)) {
      errors.unsupported(ref.apiGroup(), List.of(GROUP));
    }
    if (!roleKinds.contains(ref.kind().text())) {
      errors.unsupported(ref.kind(), roleKinds);
    }
    At name = ref.name();
    if (name.empty()) {
      errors.required(name.path(), "");
    } else {
      Names.pathSegment(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
    binding.subjects().forEach(subject -> subject(subject, errors));
  }

  private void subject(Subject subject, Errors errors) {
    String name = subject.name().text();
    if (name.isEmpty()) {
      errors.required(subject.name().path(), "");
    }
    String group = subject.apiGroup().text();
    switch (subject.kind().text()) {
      case "ServiceAccount" -> {
        if (!name.isEmpty()) {
          Names.subdomain(name, false).forEach(f -> errors.invalid(subject.name(), f));
        }
        if (!group.isEmpty()) {
          errors.unsupported(subject.apiGroup(), List.of(""));
        }
        if (!namespaced && subject.namespace().text().isEmpty()) {
          errors.required(subject.namespace().path(), "");
        }
      }
      case "User", "Group" -> {
        if (!group.equals(GROUP)) {
          errors.unsupported(subject.apiGroup(), List.of(GROUP));
        }
      }
      default -> errors.unsupported(subject.kind(), List.of("ServiceAccount", "User", "Group"));
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(namespaced, this::nameFaults, object, errors);
    validate(object, errors);
    ObjectMetas.validateChange(object, old, errors);
    RoleRef ref = RoleBinding.of(object).roleRef();
    if (!ref.tree().equals(RoleBinding.of(old).roleRef().tree())) {
      ObjectNode shown = JsonNodeFactory.instance.objectNode();
      shown.put("APIGroup", ref.apiGroup().text());
      shown.put("Kind", ref.kind().text());
      shown.put("Name", ref.name().text());
      errors.invalid(ref.at().path(), shown.toString(), "cannot change roleRef");
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
