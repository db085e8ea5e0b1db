package dev.muster.controllers.statefulsets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes next, for pods in every state: a letter each, in the order of their ordinals. */
class StatefulPlannerTest {
  private static ObjectNode json(String text) throws IOException {
    return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  /**
   * Letters: r ready, p pending, t terminating, f failed, o ready and of the old template, - not
   * there.
   */
  @ParameterizedTest(name = "{0} {1} of {2}: {3}")
  @CsvSource({
    "OrderedReady, ---, 3, create web-0",
    "OrderedReady, r--, 3, create web-1",
    "OrderedReady, p--, 3, ''",
    "OrderedReady, rt-, 3, ''",
    "OrderedReady, rf-, 3, delete web-1",
    "OrderedReady, rrr, 3, ''",
    "OrderedReady, rrrr, 2, delete web-3",
    "OrderedReady, rrrp, 2, delete web-3",
    "OrderedReady, prrr, 2, ''",
    "OrderedReady, rrtr, 2, delete web-3",
    "OrderedReady, rrrt, 2, ''",
    "OrderedReady, ooo, 3, delete web-2",
    "OrderedReady, oor, 3, delete web-1",
    "OrderedReady, oop, 3, ''",
    "Parallel, ---, 3, create web-0 create web-1 create web-2",
    "Parallel, p-f, 3, create web-1 delete web-2",
    "Parallel, rrrr, 1, delete web-3 delete web-2 delete web-1",
  })
  void nextSteps(String policy, String pods, int replicas, String steps) throws IOException {
    ObjectNode set =
        json(
            """
            {'metadata':{'name':'web','namespace':'n','uid':'1'},'spec':{'replicas':%d,
             'podManagementPolicy':'%s','selector':{'matchLabels':{'app':'x'}},
             'updateStrategy':{'type':'RollingUpdate','rollingUpdate':{'partition':0}}}}
            """
                .formatted(replicas, policy));
    StatefulRevisions revisions = new StatefulRevisions(revision("old"), revision("new"), 0);
    List<ObjectNode> present = new ArrayList<>();
    for (int i = 0; i < pods.length(); i++) {
      if (pods.charAt(i) != '-') {
        present.add(pod(i, pods.charAt(i)));
      }
    }
    StatefulPlan plan =
        StatefulPlanner.plan(set, revisions, present, name -> Optional.empty(), Instant.now());
    assertThat(String.join(" ", plan.steps().stream().map(this::told).toList())).isEqualTo(steps);
  }

  @Test
  void twoThousandMillionPodsAreNotPlannedAtOnce() throws IOException {
    ObjectNode set =
        json(
            """
            {'metadata':{'name':'web','namespace':'n','uid':'1'},'spec':{'replicas':2147483647,
             'ordinals':{'start':2147483000},'podManagementPolicy':'Parallel',
             'updateStrategy':{'type':'RollingUpdate'}}}
            """);
    StatefulRevisions revisions = new StatefulRevisions(revision("old"), revision("new"), 0);
    StatefulPlan plan =
        StatefulPlanner.plan(set, revisions, List.of(), name -> Optional.empty(), Instant.now());
    assertThat(plan.steps()).hasSize(500);
  }

  private String told(StatefulStep step) {
    String verb =
        switch (step) {
          case StatefulStep.CreatePod create -> "create ";
          case StatefulStep.DeletePod delete -> "delete ";
          case StatefulStep.CreateClaims claims -> "claims ";
          case StatefulStep.MendPod mend -> "mend ";
          case StatefulStep.MendClaims mend -> "mend claims ";
        };
    return verb + Meta.name(step.pod());
  }

  private static ObjectNode revision(String name) throws IOException {
    return json(
        "{'metadata':{'name':'%s'},'data':{'spec':{'template':{'$patch':'replace','spec':{}}}}}"
            .formatted(name));
  }

  private static ObjectNode pod(int ordinal, char state) throws IOException {
    String phase = state == 'f' ? "Failed" : state == 'p' ? "Pending" : "Running";
    ObjectNode pod =
        json(
            """
            {'metadata':{'name':'web-%1$d','namespace':'n','uid':'u%1$d','labels':{
              'statefulset.kubernetes.io/pod-name':'web-%1$d','controller-revision-hash':'%2$s'}},
             'status':{'phase':'%3$s','conditions':[{'type':'Ready','status':'%4$s'}]}}
            """
                .formatted(
                    ordinal,
                    state == 'o' ? "old" : "new",
                    phase,
                    state == 'p' || state == 'f' ? "False" : "True"));
    if (state == 't') {
      pod.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
    }
    return pod;
  }
}
