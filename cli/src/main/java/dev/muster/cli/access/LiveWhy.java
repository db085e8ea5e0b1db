package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.AccessAnswer;
import dev.muster.access.answer.AuthorizationStations;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.access.tree.StationReader;
import dev.muster.authz.Attributes;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.views.AccessV1.AccessExplanationStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a cluster says of a request: one that explains itself tells what each of its modes said, of
 * any other its review and its roles and bindings are put beside each other.
 */
final class LiveWhy {
  private final WhyAnswer.Told told;
  private final List<Station> stations;

  LiveWhy(
      ClusterApi cluster,
      LiveAnswers answers,
      Attributes request,
      boolean oneself,
      Optional<ObjectNode> object)
      throws IOException, InterruptedException {
    switch (new ServerExplanations(cluster).ask(request, oneself, object, "")) {
      case ServerExplanations.Told.Explained(ObjectNode status) -> {
        told = new WhyAnswer.Told.Explained(status);
        stations = stations(status);
      }
      case ServerExplanations.Told.Not not -> {
        AccessAnswer answer = answers.ask(request);
        told = new WhyAnswer.Told.Read(answer);
        stations = AuthorizationStations.of(answer);
      }
    }
  }

  WhyAnswer.Told told() {
    return told;
  }

  /** From authorization on. */
  List<Station> stations() {
    return stations;
  }

  /**
   * Who is taken for whom was asked here. Where no mode decides, because all of them leave it to
   * each other, or because none was named, the server does.
   */
  static List<Station> stations(ObjectNode explained) {
    AccessExplanationStatus status = AccessExplanationStatus.of(explained);
    List<Station> given = new ArrayList<>();
    for (Station station : StationReader.read(status.stations().at().node())) {
      if (station.stage() != Stage.Authentication) {
        given.add(station);
      }
    }
    boolean decided =
        given.stream().anyMatch(each -> each.stage() == Stage.Authorization && each.decides());
    if (!decided) {
      boolean allowed = status.allowed().truth();
      given.add(
          Station.of(
                  Stage.Authorization,
                  "server",
                  Verdict.of(allowed),
                  allowed ? status.server().reason().text() : "no mode allows it")
              .deciding(true));
    }
    return given;
  }
}
