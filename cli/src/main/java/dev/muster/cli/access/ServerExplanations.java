package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.RefusedException;
import dev.muster.views.AccessV1.AccessExplanation;
import dev.muster.views.AccessV1.AccessExplanationStatus;
import dev.muster.views.AccessV1.MutableAccessExplanation;
import dev.muster.views.AccessV1.MutableAccessExplanationSpec;
import java.io.IOException;
import java.util.Optional;

/** What a server itself explains, if it is one that does. */
final class ServerExplanations {
  private static final String API = "/apis/access.muster.dev/v1";

  private final ClusterApi cluster;

  ServerExplanations(ClusterApi cluster) {
    this.cluster = cluster;
  }

  /** What came of a question. */
  sealed interface Told {
    /** The status of an AccessExplanation. */
    record Explained(ObjectNode status) implements Told {}

    /** It does not explain, or not to this user. */
    record Not(String problem) implements Told {}
  }

  /**
   * Asks.
   *
   * @param oneself whether the question is about whoever asks
   * @param revision of the policy that is asked; empty for today's
   */
  Told ask(Attributes request, boolean oneself, Optional<ObjectNode> object, String revision)
      throws IOException, InterruptedException {
    if (!oneself && request.user().name().isEmpty()) {
      return new Told.Not("the server explains to users, not to groups");
    }
    try {
      cluster.get(API);
    } catch (RefusedException e) {
      return new Told.Not("the server has no explanations");
    }
    var asked = oneself ? ReviewSpec.withoutUser(request) : ReviewSpec.of(request);
    var spec = MutableAccessExplanationSpec.of(asked.tree());
    object.ifPresent(spec::object);
    if (!revision.isEmpty()) {
      spec.revision(revision);
    }
    var body =
        MutableAccessExplanation.create()
            .apiVersion("access.muster.dev/v1")
            .kind("AccessExplanation")
            .spec(spec);
    try {
      AccessExplanationStatus status =
          AccessExplanation.of(cluster.post(API + "/accessexplanations", body.tree())).status();
      return status.tree() instanceof ObjectNode told && status.allowed().node().isBoolean()
          ? new Told.Explained(told)
          : new Told.Not("the server's explanation has no answer");
    } catch (RefusedException e) {
      return new Told.Not(e.sentence());
    }
  }
}
