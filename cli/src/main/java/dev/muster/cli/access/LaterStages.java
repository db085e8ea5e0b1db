package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.IdentityStations;
import dev.muster.access.answer.RequestWay;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.apiserver.request.RequestLine;
import dev.muster.authz.Attributes;
import dev.muster.cli.identity.PodIdentities;
import dev.muster.cli.kubeconfig.ClusterApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What comes behind authorization: admission for a write, and the processes of a pod. */
final class LaterStages {
  private static final Set<String> WRITES =
      Set.of("create", "update", "patch", "delete", "deletecollection");

  private final Attributes request;
  private final Optional<RequestLine> line;
  private final Notes notes;
  private final List<Station> stations;
  private Optional<ObjectNode> object;

  /** Whether the object is what admission makes of the one that was sent. */
  private boolean asAdmitted;

  private Optional<PodIdentities> identity = Optional.empty();

  /**
   * @param before the stations so far; a server may have told of later ones already
   */
  LaterStages(
      Attributes request,
      Optional<RequestLine> line,
      Optional<ObjectNode> object,
      List<Station> before,
      Notes notes) {
    this.request = request;
    this.line = line;
    this.object = object;
    this.stations = new ArrayList<>(before);
    this.notes = notes;
  }

  private boolean writes() {
    return request.resourceRequest() && WRITES.contains(request.verb());
  }

  /** Whether a server told of its admission. */
  private boolean told() {
    return stations.stream()
        .anyMatch(s -> s.stage() == Stage.Admission && s.verdict() != Verdict.NotAsked);
  }

  /** There is none that could be asked. */
  void admissionIsNotAsked(String why) {
    if (writes()) {
      stations.add(DryRunAdmission.not(refusedBefore().orElse(why)).station());
    }
  }

  /** Has the cluster try the write, if there is anything to be tried. */
  void admission(DryRunAdmission admission) throws IOException, InterruptedException {
    if (!writes()) {
      return;
    }
    Optional<String> obstacle = refusedBefore().or(() -> DryRunRequest.obstacle(request));
    if (obstacle.isEmpty() && object.isEmpty()) {
      obstacle = Optional.of("no object was given: name it with --object");
    }
    DryRunAdmission.Outcome outcome =
        obstacle.isPresent() || object.isEmpty()
            ? DryRunAdmission.not(obstacle.orElse(""))
            : admission.attempt(request, line, object.get());
    asAdmitted = outcome.returned().isPresent();
    object = outcome.returned().or(() -> object);
    if (!told()) {
      stations.removeIf(station -> station.stage() == Stage.Admission);
      stations.add(outcome.station());
    }
  }

  /** Whoever is refused earlier does not get there. */
  private Optional<String> refusedBefore() {
    return RequestWay.of(stations).allowed().orElse(false)
        ? Optional.empty()
        : Optional.of("authorization does not let it through");
  }

  /** Tells of processes, of the object as admission leaves it if that is known. */
  void predict(PodPrediction prediction, Optional<ClusterApi> cluster)
      throws IOException, InterruptedException {
    boolean serverKnows =
        stations.stream().anyMatch(s -> s.stage() == Stage.Identity) && told() && !asAdmitted;
    if (object.isEmpty() || serverKnows) {
      return; // what a server saw of the object behind admission is more than what was sent
    }
    identity = prediction.of(object.get(), cluster, notes);
    if (identity.isPresent()) {
      stations.removeIf(station -> station.stage() == Stage.Identity);
      stations.addAll(IdentityStations.of(identity.get().json().path("containers")));
    }
  }

  Optional<PodIdentities> identity() {
    return identity;
  }

  RequestWay way() {
    return RequestWay.of(stations);
  }
}
