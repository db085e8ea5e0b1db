package dev.muster.apiserver.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.ServerOfTheClass;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many seats a list of what one may see takes: as many as what is seen needs. */
class FilteredSeatsTest {
  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static long metric(String name) {
    Matcher found =
        Pattern.compile(name + "\\{.*flow_schema=\"global-default\"\\} (\\d+)")
            .matcher(SERVER.client().get("/metrics").body());
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  /** A request is counted when it is over, which may be after its answer. */
  private static long seatsOfAList(Client who) {
    long before = metric("work_estimated_seats_sum");
    long requests = metric("work_estimated_seats_count");
    assertThat(who.get("/api/v1/configmaps?access.muster.dev/filter=true").status()).isEqualTo(200);
    for (int i = 0; i < 1_000 && metric("work_estimated_seats_count") == requests; i++) {
      Thread.onSpinWait();
    }
    return metric("work_estimated_seats_sum") - before;
  }

  @Test
  void areThoseOfWhatIsSeen() {
    Grants grants = new Grants(SERVER.client());
    grants.namespace("big");
    grants.role("big", "reader", "list", "");
    grants.role("big", "one", "get", "a");
    for (String name : new String[] {"a", "b", "c"}) {
      grants.create(
          "/api/v1/namespaces/big/configmaps",
          "{'metadata':{'name':'%s'},'data':{'x':'%s'}}".formatted(name, "x".repeat(150_000)));
    }
    grants.bind("big", "reader", "ann");
    grants.bind("big", "one", "bob");
    try (Client ann = SERVER.client().as("ann");
        Client bob = SERVER.client().as("bob");
        Client nobody = SERVER.client().as("nobody")) {
      assertThat(seatsOfAList(nobody)).isEqualTo(1);
      assertThat(seatsOfAList(bob)).isEqualTo(2);
      assertThat(seatsOfAList(ann)).isEqualTo(5);
    }
  }
}
