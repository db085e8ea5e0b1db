package dev.muster.apiserver.answer;

import dev.muster.apiserver.running.ServerOfTheClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What deletions answer, and what stays. */
class DeletionsTest {
  private static final String UID = "00000000-0000-0000-0000-000000000001";

  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static void play(String rows) {
    AnswerTable.play(
        SERVER.client(), rows.replace(" NS", " /api/v1/namespaces").replace("UID", UID));
  }

  @Test
  void ofCollectionsShowTheObjectsAsTheyWere() {
    play(
        """
        POST | NS | {'metadata':{'name':'held'}} | 201 |
        POST | NS/held/configmaps | {'metadata':{'name':'a','finalizers':['example.com/x']}} | 201 |
        DELETE | NS/held/configmaps | | 200 | /items/0/metadata/deletionTimestamp=; /items/0/metadata/finalizers/0=example.com/x
        GET | NS/held/configmaps/a | | 200 | /metadata/deletionGracePeriodSeconds=0
        """);
  }

  @Test
  void ofNamespacesHaveTheirOwnWordsForPreconditions() {
    play(
        """
        POST | NS | {'metadata':{'name':'pre','uid':'UID','namespace':'elsewhere'}} | 201 | /metadata/namespace=
        DELETE | NS/pre | {'preconditions':{'resourceVersion':'x'}} | 409 | /reason=Conflict; /details/kind=namespaces
        DELETE | NS/default | | 403 | namespaces "default" is forbidden: this namespace may not be deleted
        """);
  }

  @Test
  void ofJobsAndReplicationControllersLeaveDependentsUnlessTold() {
    play(
        """
        POST | NS | {'metadata':{'name':'work'}} | 201 |
        POST | JOBS | {'metadata':{'name':'j'},'spec':{'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}} | 201 |
        DELETE | JOBS/j | | 200 | !child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning
        GET | JOBS/j | | 200 | /metadata/finalizers/0=orphan
        DELETE | JOBS/j?propagationPolicy=Background | | 200 | /status=Success; /details/kind=jobs
        POST | NS/work/replicationcontrollers | {'metadata':{'name':'r'},'spec':{'selector':{'a':'b'},'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}} | 201 |
        DELETE | NS/work/replicationcontrollers/r | | 200 | /metadata/finalizers/0=orphan
        """
            .replace("JOBS", "/apis/batch/v1/namespaces/work/jobs"));
  }

  @Test
  void areAcceptedWhenTheOldFlagAsksForDependentsAndTheObjectStays() {
    play(
        """
        POST | NS | {'metadata':{'name':'flag'}} | 201 |
        POST | NS/flag/configmaps | {'metadata':{'name':'a','finalizers':['example.com/x']}} | 201 |
        DELETE | NS/flag/configmaps/a?orphanDependents=false | | 202 | /metadata/name=a
        DELETE | NS/flag/configmaps/a?propagationPolicy= | | 422 | DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "": supported values: "Foreground", "Background", "Orphan", "nil"
        DELETE | NS/flag/configmaps/a?dryRun=All&dryRun=x | | 422 | DeleteOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["All","x"]: supported values: "All"
        """);
  }
}
