package dev.muster.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.authzwebhook.RemoteService;
import dev.muster.apiserver.certificates.TestAuthority;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * A server with an object or two of what has subresources, where a policy refuses all that the user
 * judged does, a validating webhook all of hooked, and a mutating one all of early; those of
 * lenient and lenient-early may be ignored. Each of them is in system:masters.
 */
final class RefusingServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String REGISTRATION = "/apis/admissionregistration.k8s.io/v1/";
  private static final String RULES =
      "[{'apiGroups':['*'],'apiVersions':['*'],'operations':['*'],'resources':['*/*']}]";
  private static final String REQUEST =
      "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWk1JR0FBZ0VBTUI0eEREQUtCZ05WQkFvTUEyUmxkakVPTUF3R0ExVUVBd3dGWVd4cFkyVXdXVEFUQmdjcQpoa2pPUFFJQkJnZ3Foa2pPUFFNQkJ3TkNBQVNCZFVXa3BpZ2o4UFRrOXRuUmwzMEtTMG9EWlh6R0F0SWpIMVRFCng5SDJnQjFmdDN1S0EvOGtlSVU2cTNWc2hERWhTSWlTK3VHc2JDTjh5V2ovSWlLQm9BQXdDZ1lJS29aSXpqMEUKQXdJRFNBQXdSUUlnSnZneWVFWXBNYXB0ODBBcVQxUmthOUt5TEdkWUdabXluaXljVkJBNTZmY0NJUUN3dXlCRAozeUlRamVybkd3UjdFMGUxMHF5MkRrWE83THNLZmNabU9iQmF0dz09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=";

  final RemoteService service;
  final Client client;
  private final RunningServer server;

  private RefusingServer(RemoteService service, RunningServer server) {
    this.service = service;
    this.server = server;
    this.client = server.client();
  }

  static RefusingServer start(Path directory) throws Exception {
    TestAuthority authority = TestAuthority.in(directory, "ca");
    RefusingServer out =
        new RefusingServer(
            RemoteService.startForAnyone(authority.server(), authority),
            RunningServer.alone(directory));
    out.createObjects();
    out.refuse(Base64.getEncoder().encodeToString(Files.readAllBytes(authority.certificate())));
    out.answering("\"allowed\":false,\"status\":{\"message\":\"heard\",\"code\":403}");
    return out;
  }

  private void createObjects() {
    create("/api/v1/namespaces", "{'metadata':{'name':'ns'}}");
    create("/api/v1/nodes", "{'metadata':{'name':'n'}}");
    String core = "/api/v1/namespaces/ns/";
    String pod = "{'containers':[{'name':'c','image':'i'}]}";
    create(core + "pods", "{'metadata':{'name':'p'},'spec':" + pod + "}");
    create(core + "configmaps", "{'metadata':{'name':'c'}}");
    create(core + "serviceaccounts", "{'metadata':{'name':'robot'}}");
    String workload =
        "{'metadata':{'name':'w'},'spec':{'replicas':3,'selector':%s,'template':{'metadata':{'labels':{'a':'b'}},'spec':"
            + pod
            + "}}}";
    for (String kind : List.of("deployments", "replicasets", "statefulsets")) {
      create(
          "/apis/apps/v1/namespaces/ns/" + kind, workload.formatted("{'matchLabels':{'a':'b'}}"));
    }
    create(core + "replicationcontrollers", workload.formatted("{'a':'b'}"));
    create(
        "/apis/autoscaling/v1/namespaces/ns/horizontalpodautoscalers",
        "{'metadata':{'name':'h'},'spec':{'maxReplicas':3,'scaleTargetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'w'}}}");
    create(
        "/apis/certificates.k8s.io/v1/certificatesigningrequests",
        "{'metadata':{'name':'csr'},'spec':{'signerName':'a.example/b','usages':['client auth'],'request':'"
            + REQUEST
            + "'}}");
  }

  private void refuse(String bundle) {
    create(
        REGISTRATION + "validatingadmissionpolicies",
        "{'metadata':{'name':'all'},'spec':{'matchConstraints':{'resourceRules':"
            + RULES
            + "},'matchConditions':[{'name':'who','expression':\"request.userInfo.username == 'judged'\"}],"
            + "'validations':[{'expression':'false','messageExpression':\"request.operation + ' ' + request.kind.kind"
            + " + ' ' + request.resource.resource + '/' + (has(request.subResource) ? request.subResource : '')"
            + " + ' ' + request.name + ' ' + (object == null ? '-' : object.apiVersion + ' ' + object.kind)"
            + " + ' ' + (oldObject == null ? '-' : oldObject.apiVersion + ' ' + oldObject.kind)\"}]}}");
    create(
        REGISTRATION + "validatingadmissionpolicybindings",
        "{'metadata':{'name':'all'},'spec':{'policyName':'all','validationActions':['Deny']}}");
    String fail = "'failurePolicy':'Fail'";
    String ignore = "'failurePolicy':'Ignore','timeoutSeconds':30";
    for (String[] each :
        new String[][] {
          {"validating", "hooked", fail},
          {"mutating", "early", fail},
          {"validating", "lenient", ignore},
          {"mutating", "lenient-early", ignore}
        }) {
      create(
          REGISTRATION + each[0] + "webhookconfigurations",
          "{'metadata':{'name':'%s'},'webhooks':[{'name':'a.example.com',%s,'rules':%s,'clientConfig':{'url':'%s','caBundle':'%s'},"
                  .formatted(each[1], each[2], RULES, service.url(), bundle)
              + "'sideEffects':'None','admissionReviewVersions':['v1'],'matchConditions':"
              + "[{'name':'who','expression':\"request.userInfo.username == '%s'\"}]}]}"
                  .formatted(each[1]));
    }
  }

  /** What the webhooks answer from now on, after the uid. */
  void answering(String response) {
    service.behaving(
        (request, out) ->
            RemoteService.send(
                out,
                200,
                "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"response\":{\"uid\":\""
                    + JSON.readTree(request.body()).at("/request/uid").asText()
                    + "\","
                    + response
                    + "}}"));
  }

  /** The last review that a webhook was asked for. */
  JsonNode lastReview() throws IOException {
    return JSON.readTree(service.requests().getLast().body()).get("request");
  }

  /** Single quotes stand for double ones, but for those inside double ones. */
  void create(String path, String body) {
    StringBuilder json = new StringBuilder();
    boolean inside = false;
    for (int i = 0; i < body.length(); i++) {
      char c = body.charAt(i);
      if (c == '"') {
        inside = !inside;
      }
      json.append(c == '\'' && !inside ? '"' : c);
    }
    Answer answer = client.json("POST", path, json.toString());
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
  }

  Answer send(String user, AdmittedRequest request) {
    String body =
        request.body().equals("=")
            ? client.get(request.path()).body()
            : request.body().replace('\'', '"');
    return send(user, request.method(), request.path(), request.type(), body);
  }

  Answer send(String user, String method, String path, String type, String body) {
    return client.send(
        method,
        path,
        body.isEmpty() ? null : body.getBytes(StandardCharsets.UTF_8),
        Map.of(
            "Content-Type",
            List.of(type),
            "Impersonate-User",
            List.of(user),
            "Impersonate-Group",
            List.of("system:masters")));
  }

  @Override
  public void close() throws IOException {
    server.close();
    service.close();
  }
}
