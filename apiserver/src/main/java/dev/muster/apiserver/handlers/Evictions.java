package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.DeletePreconditions;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.ObjectPlacement;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.Replace;
import dev.muster.apiserver.registry.ServerMade;
import dev.muster.apiserver.registry.WriteAdmission;
import dev.muster.apiserver.registry.WriteOutcome;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.kinds.pods.DisruptionTarget;
import dev.muster.kinds.pods.PodEviction;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Target;
import dev.muster.model.field.At;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.Status;
import dev.muster.model.types.Schema;
import dev.muster.views.MetaV1;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.PolicyV1.MutableEviction;
import dev.muster.views.PolicyV1.PodDisruptionBudget;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Deletes pods as far as their disruption budgets allow. */
final class Evictions implements Subresources.Handler {
  private final Bodies bodies;
  private final Registry registry;
  private final WriteAdmission admission;
  private final Cluster cluster;
  private final Deletes deletes;
  private final InstantSource clock;
  private final Kind budgets;
  private final Target target;

  Evictions(
      Bodies bodies,
      Registry registry,
      WriteAdmission admission,
      Cluster cluster,
      Deletes deletes,
      Kinds kinds,
      InstantSource clock) {
    this.bodies = bodies;
    this.registry = registry;
    this.admission = admission;
    this.cluster = cluster;
    this.deletes = deletes;
    this.clock = clock;
    this.budgets = kinds.byKind("policy/v1", "PodDisruptionBudget").orElseThrow();
    this.target =
        new Target("policy", "v1", "Eviction", Schema.kubernetes().struct("policy/v1.Eviction"));
  }

  @Override
  public void handle(ResourceRequest request) {
    WriteOptions options = request.options(WriteOptions.Verb.CREATE);
    Consumer<String> warn = request.warnings();
    MutableEviction eviction = MutableEviction.of(request.read(bodies, target, options, warn));
    request.exchange().understood(eviction.tree());
    ObjectPlacement.in(request.target().namespace(), eviction.metadata().ensure());
    WriteRequest asked = request.write(options, warn);
    admission.admit(Operation.CREATE, asked, eviction.tree(), null);
    String name = request.target().name();
    if (!eviction.reading().metadata().name().text().equals(name)) {
      throw Status.badRequest("name in URL does not match name in Eviction object").exception();
    }
    if (options.dryRun() && eviction.reading().deleteOptions().dryRun().empty()) {
      eviction.deleteOptions().ensure().dryRun().replaceList().add("All");
    }
    admission.validate(Operation.CREATE, asked, eviction.tree(), null);
    JsonNode given = eviction.deleteOptions().node();
    boolean dryRun = options.dryRun() || !MetaV1.DeleteOptions.of(given).dryRun().empty();
    WriteRequest write =
        new WriteRequest(
            request.stored(),
            request.kind(),
            request.target().namespace(),
            name,
            "",
            request.user(),
            dryRun,
            options.manager(),
            warn);
    ObjectNode pod =
        registry.get(request.stored(), request.target().namespace(), name).value().tree();
    decide(request, write, pod);
    DeleteOptions how = deleteOptions(MetaV1.DeleteOptions.of(given));
    deletes.deleteAdmitted(write, dryRun ? how : mark(write, how));
    Answers.status(request.exchange(), Status.created());
  }

  private void decide(ResourceRequest request, WriteRequest write, ObjectNode pod) {
    List<ObjectNode> guards =
        cluster.list("policy/v1", "PodDisruptionBudget", request.target().namespace());
    switch (PodEviction.decide(pod, guards, clock.instant())) {
      case PodEviction.Decision.Evict evict -> {}
      case PodEviction.Decision.EvictWith with -> spend(write, with.budget());
      case PodEviction.Decision.Refuse refuse -> throw refuse.why().exception();
    }
  }

  private void spend(WriteRequest write, ObjectNode budget) {
    WriteRequest spending =
        new WriteRequest(
            budgets,
            budgets,
            write.namespace(),
            PodDisruptionBudget.of(budget).metadata().name().text(),
            "status",
            write.user(),
            write.dryRun(),
            "kube-apiserver",
            write.warn());
    registry.write(new Replace(spending, current -> budget));
  }

  /** Says on the pod why it goes; what is deleted is then the pod that says so. */
  private DeleteOptions mark(WriteRequest write, DeleteOptions how) {
    WriteOutcome marked =
        registry.write(new ServerMade(write.of("status"), pod -> marked(write, how, pod)));
    String version = ObjectMeta.ofObject(marked.object().tree()).resourceVersion().text();
    return how.resourceVersion().isEmpty()
        ? how
        : new DeleteOptions(how.grace(), how.propagation(), how.uid(), version);
  }

  private ObjectNode marked(WriteRequest write, DeleteOptions how, ObjectNode pod) {
    DeletePreconditions.check(write, how, pod);
    DisruptionTarget.set(pod, "EvictionByEvictionAPI", "Eviction API: evicting", clock.instant());
    return Decoder.decode(write.kind().type(), pod).object();
  }

  private static DeleteOptions deleteOptions(MetaV1.DeleteOptions given) {
    At grace = given.gracePeriodSeconds();
    return new DeleteOptions(
        grace.absent() ? OptionalLong.empty() : OptionalLong.of(grace.number()),
        given.propagationPolicy().text(),
        given.preconditions().uid().text(),
        given.preconditions().resourceVersion().text());
  }
}
