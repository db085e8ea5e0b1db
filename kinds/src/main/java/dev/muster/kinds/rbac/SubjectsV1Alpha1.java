package dev.muster.kinds.rbac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Conversion;
import dev.muster.views.RbacV1.MutableRoleBinding;
import dev.muster.views.RbacV1.MutableSubject;
import dev.muster.views.RbacV1alpha1;

/**
 * Bindings of {@code v1alpha1} name a subject's version where later ones name its group, and let
 * the user {@code *} stand for everybody who is authenticated.
 */
public final class SubjectsV1Alpha1 implements Conversion {
  private static final String EVERYBODY = "system:authenticated";

  @Override
  public ObjectNode toStored(ObjectNode served) {
    for (MutableSubject subject : MutableRoleBinding.of(served).subjects().each()) {
      var given = RbacV1alpha1.MutableSubject.of(subject.tree());
      String version = given.apiVersion().text();
      given.apiVersion().remove();
      if (subject.kind().text().equals("User") && subject.name().text().equals("*")) {
        subject.kind("Group").name(EVERYBODY);
      }
      int slash = version.indexOf('/');
      if (slash > 0) {
        subject.apiGroup(version.substring(0, slash));
      }
    }
    return served;
  }

  @Override
  public ObjectNode fromStored(ObjectNode stored) {
    for (MutableSubject subject : MutableRoleBinding.of(stored).subjects().each()) {
      String group = subject.apiGroup().text();
      subject.apiGroup().remove();
      RbacV1alpha1.MutableSubject.of(subject.tree())
          .apiVersion(group.isEmpty() ? "v1" : group + "/v1alpha1");
    }
    return stored;
  }
}
