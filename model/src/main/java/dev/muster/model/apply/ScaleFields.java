package dev.muster.model.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Conversion;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Strategy;
import dev.muster.model.types.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * Ownership through the scale subresource: whoever owns the number of replicas of an object owns
 * that of its scale, and the other way round.
 */
public final class ScaleFields {
  /** Scales are served under many kinds but are no kind of their own in any list. */
  public static final Kind KIND =
      new Kind(
          "autoscaling",
          "v1",
          "Scale",
          "scales",
          "scale",
          true,
          List.of(),
          List.of(),
          List.of("get", "patch", "update"),
          List.of(),
          Schema.kubernetes().struct("autoscaling/v1.Scale"),
          "scales",
          Conversion.SAME,
          new Strategy() {});

  private static final String SCALE = KIND.apiVersion();
  private static final List<PathElement> REPLICAS =
      List.of(PathElement.declared("spec"), PathElement.declared("replicas"));
  private static final FieldSet ONLY_REPLICAS = only(REPLICAS);

  private ScaleFields() {}

  private static List<PathElement> steps(List<String> path) {
    return path.stream().map(PathElement::field).toList();
  }

  private static FieldSet only(List<PathElement> path) {
    FieldSet.Builder out = new FieldSet.Builder();
    out.addPath(path.getFirst(), path.subList(1, path.size()).toArray(PathElement[]::new));
    return out.build();
  }

  /** Gives a scale the entries of the object it was made from. */
  public static void toScale(
      ObjectNode parent, String apiVersion, List<String> path, ObjectNode scale) {
    List<PathElement> replicas = steps(path);
    List<Owner> own = new ArrayList<>();
    for (Owner owner : read(parent).all()) {
      if (owner.apiVersion().equals(apiVersion) && owner.fields().has(replicas)) {
        own.add(renamed(owner, SCALE, ONLY_REPLICAS, owner.time()));
      }
    }
    new Owners(own).writeTo(scale);
  }

  /** Takes the entries of a changed scale over into the object, whose replicas it changes. */
  public static void toParent(
      ObjectNode scale, String apiVersion, List<String> path, ObjectNode parent) {
    List<PathElement> replicas = steps(path);
    FieldSet only = only(replicas);
    Owners before = read(parent);
    List<Owner> ofScale = new ArrayList<>(read(scale).all());
    List<Owner> after = new ArrayList<>();
    for (Owner owner : before.all()) {
      if (!owner.apiVersion().equals(apiVersion)) {
        continue;
      }
      if (!owner.fields().has(replicas)) {
        after.add(owner);
        continue;
      }
      Owner inScale = renamed(owner, SCALE, ONLY_REPLICAS, owner.time());
      boolean kept = ofScale.removeIf(other -> other.sameAs(inScale) || other.sameAs(owner));
      FieldSet left = kept ? owner.fields() : owner.fields().difference(only);
      if (!left.isEmpty()) {
        after.add(owner.with(left));
      }
    }
    for (Owner owner : ofScale) {
      if (owner.fields().has(REPLICAS)) {
        // whoever comes to own them this way has no time
        after.add(renamed(owner, apiVersion, only, ""));
      }
    }
    new Owners(after).writeTo(parent);
  }

  private static Owner renamed(Owner owner, String apiVersion, FieldSet fields, String time) {
    return new Owner(
        owner.manager(), owner.applied(), apiVersion, owner.subresource(), time, fields);
  }

  private static Owners read(ObjectNode object) {
    try {
      return Owners.of(object);
    } catch (IllegalArgumentException e) {
      return Owners.NONE;
    }
  }
}
