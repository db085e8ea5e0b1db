package dev.muster.access.tree;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class StationReaderTest {
  @Test
  void readsWhatIsWritten() {
    List<Station> stations =
        List.of(
            Station.of(Stage.Authorization, "Node", Verdict.NoOpinion, ""),
            Station.of(Stage.Authorization, "RBAC", Verdict.Allowed, "by x").deciding(true),
            new Station(
                Stage.Admission, "Priority", Verdict.Allowed, "", false, List.of("a", "b")));
    assertThat(StationReader.read(StationTree.of(stations))).isEqualTo(stations);
  }

  @Test
  void whatALaterServerSaysIsNotTakenForSomethingElse() throws JsonProcessingException {
    assertThat(
            StationReader.read(
                new ObjectMapper()
                    .readTree(
                        """
                        [{"stage": "Audit", "name": "x", "verdict": "Allowed"}, 7, "x",
                         {"stage": "Authorization", "name": "y", "verdict": "Perhaps"}]
                        """)))
        .containsExactly(Station.of(Stage.Authorization, "y", Verdict.Unknown, ""));
    assertThat(StationReader.read(new ObjectMapper().readTree("{\"stations\": 1}"))).isEmpty();
  }
}
