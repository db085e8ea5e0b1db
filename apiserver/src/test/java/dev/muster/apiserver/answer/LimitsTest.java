package dev.muster.apiserver.answer;

import dev.muster.apiserver.running.ServerOfTheClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a namespace's limit ranges do to pods and claims. */
class LimitsTest {
  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  /** In a namespace of its own. */
  private static void play(String namespace, String limits, String rows) {
    AnswerTable.play(
        SERVER.client(),
        """
        POST | /api/v1/namespaces | {'metadata':{'name':'NS'}} | 201 |
        POST | /api/v1/namespaces/NS/limitranges | {'metadata':{'name':'l'},'spec':{'limits':[LIMITS]}} | 201 |
        """
            .replace("NS", namespace)
            .replace("LIMITS", limits));
    AnswerTable.play(
        SERVER.client(),
        rows.replace("PODS", "/api/v1/namespaces/" + namespace + "/pods")
            .replace("CLAIMS", "/api/v1/namespaces/" + namespace + "/persistentvolumeclaims")
            .replace("CONTAINER", "{'name':'c','image':'i'}")
            .replace("ASKING(", "{'name':'c','image':'i','resources':")
            .replace(")ASKED", "}"));
  }

  @Test
  void containersThatAskForNothingGetTheDefaults() {
    play(
        "defaults",
        "{'type':'Container','default':{'cpu':'500m','memory':'64Mi'},'defaultRequest':{'cpu':'100m'}}",
        """
        POST | PODS | {'metadata':{'name':'a'},'spec':{'containers':[CONTAINER]}} | 201 | /spec/containers/0/resources/limits/cpu=500m
        GET  | PODS/a | | 200 | /spec/containers/0/resources/requests/cpu=100m
        GET  | PODS/a | | 200 | /spec/containers/0/resources/requests/memory=64Mi
        POST | PODS | {'metadata':{'name':'b'},'spec':{'initContainers':[{'name':'i','image':'i'}],'containers':[ASKING({'limits':{'cpu':'1','memory':'1Gi'}})ASKED]}} | 201 | /spec/containers/0/resources/requests/cpu=1
        """);
  }

  @Test
  void anAnnotationTellsWhatWasFilledIn() {
    play(
        "annotated",
        "{'type':'Container','defaultRequest':{'cpu':'100m','memory':'1Mi'}}",
        """
        POST | PODS | {'metadata':{'name':'a'},'spec':{'containers':[CONTAINER]}} | 201 | /metadata/annotations/kubernetes.io~1limit-ranger=LimitRanger plugin set: cpu, memory request for container c
        POST | PODS | {'metadata':{'name':'b'},'spec':{'initContainers':[{'name':'i','image':'i'}],'containers':[ASKING({'requests':{'cpu':'1','memory':'1Gi'}})ASKED]}} | 201 | /metadata/annotations/kubernetes.io~1limit-ranger=LimitRanger plugin set: cpu, memory request for init container i
        POST | PODS | {'metadata':{'name':'c'},'spec':{'containers':[ASKING({'requests':{'cpu':'1','memory':'1Gi'}})ASKED]}} | 201 | /metadata/annotations=
        """);
  }

  @Test
  void containersStayWithinTheirLimits() {
    play(
        "containers",
        "{'type':'Container','min':{'cpu':'100m'},'max':{'cpu':'1'},'maxLimitRequestRatio':{'cpu':'4'}}",
        """
        POST | PODS | {'metadata':{'name':'fits'},'spec':{'containers':[ASKING({'limits':{'cpu':'400m'},'requests':{'cpu':'100m'}})ASKED]}} | 201 |
        POST | PODS | {'metadata':{'name':'little'},'spec':{'containers':[ASKING({'limits':{'cpu':'200m'},'requests':{'cpu':'50m'}})ASKED]}} | 403 | pods "little" is forbidden: minimum cpu usage per Container is 100m, but request is 50m
        POST | PODS | {'metadata':{'name':'much'},'spec':{'containers':[ASKING({'limits':{'cpu':'2'},'requests':{'cpu':'1'}})ASKED]}} | 403 | pods "much" is forbidden: maximum cpu usage per Container is 1, but limit is 2
        POST | PODS | {'metadata':{'name':'uneven'},'spec':{'containers':[ASKING({'limits':{'cpu':'1'},'requests':{'cpu':'150m'}})ASKED]}} | 403 | pods "uneven" is forbidden: cpu max limit to request ratio per Container is 4, but provided ratio is 6.666667
        POST | PODS | {'metadata':{'name':'both'},'spec':{'containers':[ASKING({'limits':{'cpu':'2'},'requests':{'cpu':'50m'}})ASKED]}} | 403 | pods "both" is forbidden: [minimum cpu usage per Container is 100m, but request is 50m, maximum cpu usage per Container is 1, but limit is 2, cpu max limit to request ratio per Container is 4, but provided ratio is 40.000000]
        PATCH | PODS/fits | merge {'metadata':{'labels':{'a':'b'}}} | 200 |
        """);
  }

  @Test
  void aPodCountsItsContainersAndSidecarsTogetherOrOneInitContainer() {
    play(
        "pods",
        "{'type':'Pod','max':{'memory':'1Gi'}}",
        """
        POST | PODS | {'metadata':{'name':'open'},'spec':{'containers':[CONTAINER]}} | 403 | pods "open" is forbidden: maximum memory usage per Pod is 1Gi.  No limit is specified
        POST | PODS | {'metadata':{'name':'two'},'spec':{'containers':[ASKING({'limits':{'memory':'1Gi'}})ASKED],'initContainers':[{'name':'s','image':'i','restartPolicy':'Always','resources':{'limits':{'memory':'1Gi'}}}]}} | 403 | pods "two" is forbidden: maximum memory usage per Pod is 1Gi, but limit is 2Gi
        POST | PODS | {'metadata':{'name':'one'},'spec':{'containers':[ASKING({'limits':{'memory':'1Gi'}})ASKED],'initContainers':[{'name':'s','image':'i','resources':{'limits':{'memory':'1Gi'}}}]}} | 201 |
        """);
  }

  @Test
  void claimsStayWithinTheirsByWhatTheyRequest() {
    String claim =
        "{'metadata':{'name':'%s'},'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'%s'}}}}";
    play(
        "claims",
        "{'type':'PersistentVolumeClaim','min':{'storage':'1Gi'},'max':{'storage':'2Gi'}}",
        """
        POST | CLAIMS | %s | 201 |
        POST | CLAIMS | %s | 403 | persistentvolumeclaims "small" is forbidden: minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1Mi
        POST | CLAIMS | %s | 403 | persistentvolumeclaims "large" is forbidden: maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi
        """
            .formatted(
                claim.formatted("fits", "1Gi"),
                claim.formatted("small", "1Mi"),
                claim.formatted("large", "3Gi")));
  }
}
