package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.Auditing;
import dev.muster.apiserver.server.Authentication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * A server with an audit log, on which alice may list pods in namespace red, olga may ask every
 * question about access and read secrets of red, and zoe may do nothing.
 */
final class QuestionServer implements AutoCloseable {
  static final String API = "/apis/access.muster.dev/v1/";
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";

  private final RunningServer server;
  private final Path audit;
  final Client admin;
  final Client alice;
  final Client olga;
  final Client zoe;

  private QuestionServer(RunningServer server, Path audit) {
    this.server = server;
    this.audit = audit;
    this.admin = server.client();
    this.alice = server.client("alice");
    this.olga = server.client("olga");
    this.zoe = server.client("zoe");
  }

  static QuestionServer start(Path directory) throws IOException {
    Path tokens = directory.resolve("people.csv");
    Files.writeString(
        tokens,
        """
        let-me-in,admin,1,"system:masters"
        alice,alice,2,dev
        olga,olga,3,auditors
        zoe,zoe,4
        """);
    Path audit = directory.resolve("audit.log");
    RunningServer running =
        RunningServer.configured(
            directory,
            config ->
                config
                    .with(Authentication.defaults().withTokenFile(tokens))
                    .with(new Admission(Set.of(), Set.of("ServiceAccount")))
                    .with(Auditing.to(audit)));
    QuestionServer server = new QuestionServer(running, audit);
    server.create("/api/v1/namespaces", "{'metadata':{'name':'red'}}");
    server.role("red", "lister", "{'apiGroups':[''],'resources':['pods'],'verbs':['list']}");
    server.bind("red", "list", "lister", "User", "alice");
    server.role("red", "secretive", "{'apiGroups':[''],'resources':['secrets'],'verbs':['get']}");
    server.bind("red", "secrets", "secretive", "User", "olga");
    server.create(
        RBAC + "clusterroles",
        "{'metadata':{'name':'asker'},'rules':[{'apiGroups':['access.muster.dev'],"
            + "'resources':['*'],'verbs':['create']}]}");
    server.create(
        RBAC + "clusterrolebindings",
        "{'metadata':{'name':'askers'},'subjects':[{'kind':'User','name':'olga',"
            + "'apiGroup':'rbac.authorization.k8s.io'}],'roleRef':{"
            + "'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'asker'}}");
    return server;
  }

  void role(String namespace, String name, String rule) {
    create(
        RBAC + "namespaces/" + namespace + "/roles",
        "{'metadata':{'name':'" + name + "'},'rules':[" + rule + "]}");
  }

  void bind(String namespace, String name, String role, String kind, String subject) {
    create(
        RBAC + "namespaces/" + namespace + "/rolebindings",
        "{'metadata':{'name':'%s'},'subjects':[{'kind':'%s','name':'%s'}],'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'Role','name':'%s'}}"
            .formatted(name, kind, subject, role));
  }

  /** Creates what has to succeed; single quotes stand for double ones. */
  JsonNode create(String path, String body) {
    Answer answer = admin.json("POST", path, body.replace('\'', '"'));
    if (answer.status() != 201) {
      throw new AssertionError(answer.body());
    }
    return answer.json();
  }

  void unbind(String namespace, String name) {
    admin.delete(RBAC + "namespaces/" + namespace + "/rolebindings/" + name);
  }

  /** Asks; single quotes stand for double ones. */
  static Answer ask(Client client, String plural, String kind, String spec) {
    return client.json(
        "POST",
        API + plural,
        ("{'apiVersion':'access.muster.dev/v1','kind':'" + kind + "','spec':" + spec + "}")
            .replace('\'', '"'));
  }

  static Answer explain(Client client, String spec) {
    return ask(client, "accessexplanations", "AccessExplanation", spec);
  }

  String url() {
    return server.url();
  }

  Path auditLog() {
    return audit;
  }

  /** Ends it, so that all of the log is there. */
  @Override
  public void close() {
    alice.close();
    olga.close();
    zoe.close();
    server.close();
  }
}
