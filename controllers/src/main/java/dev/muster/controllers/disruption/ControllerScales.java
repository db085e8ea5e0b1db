package dev.muster.controllers.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.informers.Informer;
import dev.muster.client.informers.SharedInformers;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.scale.ScaleSubresource;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.AutoscalingV2.CrossVersionObjectReference;
import dev.muster.views.MetaV1.OwnerReference;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * Asks the controllers of pods how many there should be; a ReplicaSet's Deployment speaks for it.
 */
final class ControllerScales implements ExpectedPods.Scales {
  private final ApiClient client;
  private final Informer replicaSets;
  private final Informer deployments;
  private final List<Informer> others;

  ControllerScales(ApiClient client, SharedInformers informers) {
    this.client = client;
    this.replicaSets = informers.of(ControlledResources.REPLICA_SETS);
    this.deployments = informers.of(ControlledResources.DEPLOYMENTS);
    this.others =
        List.of(
            informers.of(ControlledResources.STATEFUL_SETS),
            informers.of(ControlledResources.REPLICATION_CONTROLLERS));
  }

  @Override
  public Optional<ExpectedPods.Scale> of(JsonNode reference, String namespace) {
    Optional<ObjectNode> set = known(replicaSets, reference, namespace);
    if (set.isPresent()) {
      Optional<JsonNode> deployment =
          ControllerOwners.controller(set.get())
              .filter(owner -> OwnerReference.of(owner).kind().text().equals("Deployment"));
      return deployment.isEmpty()
          ? set.map(ControllerScales::scale)
          : known(deployments, deployment.get(), namespace).map(ControllerScales::scale);
    }
    for (Informer informer : others) {
      Optional<ObjectNode> owner = known(informer, reference, namespace);
      if (owner.isPresent()) {
        return owner.map(ControllerScales::scale);
      }
    }
    try {
      return byScale(OwnerReference.of(reference), namespace);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<ObjectNode> known(
      Informer informer, JsonNode reference, String namespace) {
    String kind = OwnerReference.of(reference).kind().text();
    String apiVersion = OwnerReference.of(reference).apiVersion().text();
    boolean ours =
        kind.equals(informer.resource().kind())
            && apiVersion.equals(informer.resource().apiVersion());
    return Optional.ofNullable(
            ours ? informer.get(namespace, OwnerReference.of(reference).name().text()) : null)
        .filter(object -> Meta.uid(object).equals(OwnerReference.of(reference).uid().text()));
  }

  private static ExpectedPods.Scale scale(ObjectNode object) {
    return new ExpectedPods.Scale(
        Meta.uid(object), ReplicaSet.of(object).spec().replicas().numberOr(1));
  }

  /** Of any other kind, by its subresource. */
  private Optional<ExpectedPods.Scale> byScale(OwnerReference reference, String namespace)
      throws IOException {
    String path =
        new ScaleSubresource(client)
            .path(new CrossVersionObjectReference(reference.at()), namespace);
    try {
      return Optional.of(client.get(path))
          .filter(found -> Meta.uid(found).equals(reference.uid().text()))
          .map(ControllerScales::scale);
    } catch (ApiProblem e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
