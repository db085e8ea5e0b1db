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
            new Station(Stage.Authorization, "Node", Verdict.NoOpinion, "", false, List.of()),
            new Station(Stage.Authorization, "RBAC", Verdict.Allowed, "by x", true, List.of()),
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
        .containsExactly(
            new Station(Stage.Authorization, "y", Verdict.Unknown, "", false, List.of()));
    assertThat(StationReader.read(new ObjectMapper().readTree("{\"stations\": 1}"))).isEmpty();
  }
}
