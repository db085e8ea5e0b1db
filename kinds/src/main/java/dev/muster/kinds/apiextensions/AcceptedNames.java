package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionNames;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which names a definition gets: those that it asks for, unless others of its group have them. */
final class AcceptedNames {
  private final Set<String> resources = new HashSet<>();
  private final Set<String> kinds = new HashSet<>();

  /**
   * @param definitions all of them, the one in question included
   */
  AcceptedNames(String group, Collection<? extends JsonNode> definitions) {
    for (JsonNode each : definitions) {
      CustomResourceDefinition definition = CustomResourceDefinition.of(each);
      if (definition.spec().group().text().equals(group)) {
        CustomResourceDefinitionNames names = definition.status().acceptedNames();
        resources.add(names.plural().text());
        resources.add(names.singular().text());
        names.shortNames().node().forEach(name -> resources.add(name.asText()));
        kinds.add(names.kind().text());
        kinds.add(names.listKind().text());
      }
    }
  }

  /** Settles names and the two conditions that tell of them. */
  void settle(MutableCustomResourceDefinition definition, Instant now) {
    CustomResourceDefinitionNames wanted = definition.reading().spec().names();
    CustomResourceDefinitionNames had = definition.reading().status().acceptedNames();
    ObjectNode accepted =
        had.tree() instanceof ObjectNode known ? known.deepCopy() : definition.tree().objectNode();
    Optional<String> conflict = Optional.empty();
    String reason = "";
    for (String field : List.of("plural", "singular", "shortNames", "kind", "listKind")) {
      Optional<String> taken = taken(field, wanted.tree().path(field), had.tree().path(field));
      if (taken.isPresent()) {
        conflict = taken;
        reason = Character.toUpperCase(field.charAt(0)) + field.substring(1) + "Conflict";
      } else {
        copy(wanted, accepted, field);
      }
    }
    copy(wanted, accepted, "categories");
    definition.status().ensure().acceptedNames().set(accepted);
    DefinitionConditions.set(
        definition,
        "NamesAccepted",
        conflict.isEmpty() ? "True" : "False",
        conflict.isEmpty() ? "NoConflicts" : reason,
        conflict.orElse("no conflicts found"),
        now);
    established(definition, conflict.isEmpty(), now);
  }

  private static void established(
      MutableCustomResourceDefinition definition, boolean accepted, Instant now) {
    if (accepted) {
      if (!DefinitionConditions.isTrue(definition.tree(), "Established")) {
        DefinitionConditions.set(
            definition,
            "Established",
            "True",
            "InitialNamesAccepted",
            "the initial names have been accepted",
            now);
      }
    } else if (DefinitionConditions.find(definition.tree(), "Established") == null) {
      DefinitionConditions.set(
          definition, "Established", "False", "NotAccepted", "not all names are accepted", now);
    }
  }

  private Optional<String> taken(String field, JsonNode wanted, JsonNode had) {
    if (field.equals("shortNames")) {
      List<String> inUse = new ArrayList<>();
      Set<String> own = new HashSet<>();
      had.forEach(name -> own.add(name.asText()));
      for (JsonNode name : wanted) {
        if (!own.contains(name.asText()) && resources.contains(name.asText())) {
          inUse.add(inUse(name.asText()));
        }
      }
      return inUse.isEmpty()
          ? Optional.empty()
          : Optional.of(
              inUse.size() == 1 ? inUse.getFirst() : "[" + String.join(", ", inUse) + "]");
    }
    Set<String> used = field.endsWith("ind") ? kinds : resources;
    String name = wanted.asText();
    return name.equals(had.asText()) || !used.contains(name)
        ? Optional.empty()
        : Optional.of(inUse(name));
  }

  private static String inUse(String name) {
    return GoText.quote(name) + " is already in use";
  }

  private static void copy(CustomResourceDefinitionNames from, ObjectNode to, String field) {
    if (from.tree().has(field)) {
      to.set(field, from.tree().get(field).deepCopy());
    } else {
      to.remove(field);
    }
  }
}
