package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.request.Query;
import dev.muster.base.go.GoText;
import dev.muster.model.codec.Bodies;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1;
import dev.muster.views.MetaV1.MutableDeleteOptions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The options of a deletion, from its body or its query. */
final class DeleteBodies {
  private static final List<String> POLICIES = List.of("Foreground", "Background", "Orphan");

  private DeleteBodies() {}

  /**
   * The options, and whether nothing is to be changed.
   *
   * @param deletesDependents whether the old flag asks for dependents to go, too
   */
  record Parsed(DeleteOptions options, boolean dryRun, boolean deletesDependents) {
    /** The options as one who reviews the deletion sees them. */
    ObjectNode tree() {
      ObjectNode out = options.tree();
      if (dryRun) {
        MutableDeleteOptions.of(out).dryRun().replaceList().add("All");
      }
      return out;
    }
  }

  static Parsed read(ResourceRequest request, Bodies bodies) {
    byte[] body = request.exchange().body(ResourceRequest.BODY_LIMIT);
    Query query = request.query();
    Errors errors = new Errors();
    OptionalLong grace = query.number("gracePeriodSeconds");
    String policy = query.text("propagationPolicy");
    boolean policyGiven = query.has("propagationPolicy");
    boolean orphanGiven = query.has("orphanDependents");
    boolean orphan = query.flag("orphanDependents");
    String uid = "";
    String version = "";
    List<String> dryRun = query.all("dryRun");
    if (body.length > 0) {
      ObjectNode given = bodies.deleteOptions(request.exchange().header("Content-Type"), body);
      request.exchange().understood(given);
      MetaV1.DeleteOptions options = MetaV1.DeleteOptions.of(given);
      At seconds = options.gracePeriodSeconds();
      grace = seconds.absent() ? OptionalLong.empty() : OptionalLong.of(seconds.number());
      policy = options.propagationPolicy().text();
      policyGiven = options.propagationPolicy().present();
      orphanGiven = options.orphanDependents().present();
      orphan = options.orphanDependents().truth();
      uid = options.preconditions().uid().text();
      version = options.preconditions().resourceVersion().text();
      dryRun = options.dryRun().texts();
    }
    validate(policyGiven ? Optional.of(policy) : Optional.empty(), orphanGiven, dryRun, errors);
    if (!errors.isEmpty()) {
      throw Status.invalid("meta.k8s.io", "DeleteOptions", "", errors).exception();
    }
    String propagation = orphanGiven ? orphan ? "Orphan" : "Background" : policy;
    return new Parsed(
        new DeleteOptions(grace, propagation, uid, version),
        !dryRun.isEmpty(),
        orphanGiven && !orphan);
  }

  private static void validate(
      Optional<String> policy, boolean orphanGiven, List<String> dryRun, Errors errors) {
    Path path = Path.of("propagationPolicy");
    if (orphanGiven && policy.isPresent()) {
      errors.invalid(
          path,
          GoText.quote(policy.get()),
          "orphanDependents and deletionPropagation cannot be both set");
    }
    if (policy.isPresent() && !POLICIES.contains(policy.get())) {
      errors.unsupported(
          path, GoText.quote(policy.get()), List.of("Foreground", "Background", "Orphan", "nil"));
    }
    DryRun.validate(dryRun, errors);
  }
}
