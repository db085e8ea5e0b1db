package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.cli.manifests.Manifest;
import dev.muster.client.http.Escaped;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Brings files into a server, in an order in which none of them stands in another's way. */
final class PolicyLoader {
  private static final List<String> FIRST =
      List.of("Namespace", "CustomResourceDefinition", "ServiceAccount");
  private static final List<String> LAST =
      List.of(
          "PodSecurityPolicy",
          "ValidatingAdmissionPolicy",
          "MutatingAdmissionPolicy",
          "ValidatingAdmissionPolicyBinding",
          "MutatingAdmissionPolicyBinding");
  private static final List<String> SERVER_MADE =
      List.of("resourceVersion", "uid", "creationTimestamp", "generation", "managedFields");

  private final TrialServer server;
  private final ServedResources served;
  private final Set<String> namespaces = new HashSet<>();
  private final List<String> problems = new ArrayList<>();

  PolicyLoader(TrialServer server, ServedResources served) {
    this.server = server;
    this.served = served;
  }

  /**
   * Loads all objects.
   *
   * @throws WrongFilesException what the server does not take, and why
   */
  void load(List<Manifest> objects) throws IOException, WrongFilesException {
    List<Manifest> ordered = new ArrayList<>(objects);
    ordered.sort(Comparator.comparingInt(manifest -> turn(kind(manifest))));
    for (Manifest manifest : ordered) {
      try {
        load(manifest);
      } catch (ProtocolException e) {
        problems.add(manifest.place() + ": " + e.getMessage());
      }
    }
    if (!problems.isEmpty()) {
      throw new WrongFilesException(problems);
    }
  }

  /** What the controller of aggregated roles would have made of them. */
  void aggregate(List<RbacObject> roles) throws IOException {
    for (RbacObject role : roles) {
      if (role instanceof RbacObject.ClusterRole it && !it.aggregation().isEmpty()) {
        String path = "/apis/rbac.authorization.k8s.io/v1/clusterroles/";
        TrialAnswer unused = replace(path + Escaped.segment(it.name()), RbacJson.write(it));
      }
    }
  }

  private static String kind(Manifest manifest) {
    return manifest.tree().path("kind").asText();
  }

  private static int turn(String kind) {
    return FIRST.contains(kind) ? FIRST.indexOf(kind) - FIRST.size() : LAST.indexOf(kind) + 1;
  }

  private void load(Manifest manifest) throws IOException {
    ObjectNode object = manifest.tree().deepCopy();
    Optional<ServedResources.Served> found = served.find(object);
    if (found.isEmpty()) {
      problems.add(manifest.place() + ": " + ServedResources.missing(object));
      return;
    }
    if (object.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove(SERVER_MADE);
    }
    object.remove("status");
    String namespace = object.at("/metadata/namespace").asText("default");
    if (found.get().namespaced()) {
      ensure(namespace);
    }
    TrialAnswer answer =
        server.send(
            TrialServer.ADMIN, "POST", ServedResources.path(found.get(), namespace, ""), object);
    if (answer.code() == 409) {
      String name = object.at("/metadata/name").asText();
      answer = replace(ServedResources.path(found.get(), namespace, name), object);
    }
    if (!answer.ok()) {
      problems.add(manifest.place() + ": " + answer.message());
    }
    if (kind(manifest).equals("Namespace")) {
      ensure(object.at("/metadata/name").asText());
    }
    if (kind(manifest).equals("CustomResourceDefinition")) {
      served.forget();
    }
  }

  /** What is there already, such as a role that every cluster starts with, is as the file says. */
  private TrialAnswer replace(String path, ObjectNode object) throws IOException {
    JsonNode now = server.send(TrialServer.ADMIN, "GET", path, MissingNode.getInstance()).body();
    object
        .withObjectProperty("metadata")
        .put("resourceVersion", now.at("/metadata/resourceVersion").asText());
    return server.send(TrialServer.ADMIN, "PUT", path, object);
  }

  /** The namespace, and the service account that a controller makes in each. */
  void ensure(String namespace) throws IOException {
    if (!namespaces.add(namespace)) {
      return;
    }
    create("/api/v1/namespaces", "Namespace", namespace);
    String accounts = "/api/v1/namespaces/" + Escaped.segment(namespace) + "/serviceaccounts";
    create(accounts, "ServiceAccount", "default");
  }

  /** One that is there is left as it is; a name that is none is the case's to find out. */
  private void create(String path, String kind, String name) throws IOException {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", "v1").put("kind", kind).putObject("metadata").put("name", name);
    TrialAnswer unused = server.send(TrialServer.ADMIN, "POST", path, object);
  }
}
