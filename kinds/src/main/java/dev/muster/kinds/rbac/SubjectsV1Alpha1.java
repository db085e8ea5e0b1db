package dev.muster.kinds.rbac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Defaults;
import dev.muster.model.scheme.Conversion;

/**
 * Bindings of {@code v1alpha1} name a subject's version where later ones name its group, and let
 * the user {@code *} stand for everybody who is authenticated.
 */
public final class SubjectsV1Alpha1 implements Conversion {
  private static final String EVERYBODY = "system:authenticated";

  @Override
  public ObjectNode toStored(ObjectNode served) {
    for (ObjectNode subject : Defaults.each(served, "subjects")) {
      String version = subject.path("apiVersion").asText();
      subject.remove("apiVersion");
      if (subject.path("kind").asText().equals("User")
          && subject.path("name").asText().equals("*")) {
        subject.put("kind", "Group").put("name", EVERYBODY);
      }
      int slash = version.indexOf('/');
      if (slash > 0) {
        subject.put("apiGroup", version.substring(0, slash));
      }
    }
    return served;
  }

  @Override
  public ObjectNode fromStored(ObjectNode stored) {
    for (ObjectNode subject : Defaults.each(stored, "subjects")) {
      String group = subject.path("apiGroup").asText();
      subject.remove("apiGroup");
      subject.put("apiVersion", group.isEmpty() ? "v1" : group + "/v1alpha1");
    }
    return stored;
  }
}
