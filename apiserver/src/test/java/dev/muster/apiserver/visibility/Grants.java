package dev.muster.apiserver.visibility;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;

/** Writes objects, and who may see them, as the administrator. */
record Grants(Client admin) {
  static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";

  void namespace(String name) {
    create("/api/v1/namespaces", "{'metadata':{'name':'%s'}}".formatted(name));
  }

  /** Creates a config map; gives its resourceVersion. */
  long configMap(String namespace, String name, String value) {
    return create(
        "/api/v1/namespaces/" + namespace + "/configmaps",
        "{'metadata':{'name':'%s','labels':{'value':'%s'}},'data':{'value':'%s'}}"
            .formatted(name, value, value));
  }

  long change(String namespace, String name, String value) {
    return done(
        admin.text(
            "PATCH",
            "/api/v1/namespaces/" + namespace + "/configmaps/" + name,
            "application/merge-patch+json",
            "{\"data\":{\"value\":\"%s\"},\"metadata\":{\"labels\":{\"value\":\"%s\"}}}"
                .formatted(value, value)));
  }

  void delete(String namespace, String name) {
    done(admin.delete("/api/v1/namespaces/" + namespace + "/configmaps/" + name));
  }

  /** Verbs on config maps in a namespace, perhaps of one name only. */
  long role(String namespace, String role, String verbs, String name) {
    return create(
        RBAC + "/namespaces/" + namespace + "/roles",
        "{'metadata':{'name':'%s'},'rules':[%s]}".formatted(role, rule("configmaps", verbs, name)));
  }

  static String rule(String resource, String verbs, String name) {
    return "{'apiGroups':[''],'resources':['%s'],'verbs':[%s]%s}"
        .formatted(
            resource,
            "'" + verbs.replace(",", "','") + "'",
            name.isEmpty() ? "" : ",'resourceNames':['" + name + "']");
  }

  long bind(String namespace, String role, String user) {
    return create(
        RBAC + "/namespaces/" + namespace + "/rolebindings",
        "{'metadata':{'name':'%s-%s'},'roleRef':{'kind':'Role','name':'%s'},"
                .formatted(role, user, role)
            + "'subjects':[{'kind':'User','name':'%s'}]}".formatted(user));
  }

  void unbind(String namespace, String role, String user) {
    done(admin.delete(RBAC + "/namespaces/" + namespace + "/rolebindings/" + role + "-" + user));
  }

  long create(String path, String body) {
    return done(admin.json("POST", path, body.replace('\'', '"')));
  }

  static long done(Answer answer) {
    if (answer.status() >= 300) {
      throw new AssertionError(answer.body());
    }
    return answer.json().at("/metadata/resourceVersion").asLong();
  }
}
