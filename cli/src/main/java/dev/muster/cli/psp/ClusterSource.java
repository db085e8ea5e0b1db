package dev.muster.cli.psp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.admission.psp.Policy;
import dev.muster.admission.psp.PolicyAccess;
import dev.muster.authz.User;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Trees;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReview;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReviewSpec;
import dev.muster.views.AuthorizationV1.SubjectAccessReview;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Policies of a running cluster; who may use them, it is asked. */
final class ClusterSource implements PolicySource, Cluster {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int LONGEST = 64 << 20;
  private static final Kinds KINDS = KubernetesKinds.kinds();

  private final RemoteServer server;
  private final Optional<User> user;

  ClusterSource(Path kubeconfig, Optional<User> user) {
    this.server = new RemoteServer(ClientConfig.read(kubeconfig));
    this.user = user;
  }

  @Override
  public Cluster cluster() {
    return this;
  }

  @Override
  public boolean knowsUser() {
    return true;
  }

  @Override
  public Predicate<Policy> usable(String namespace, String serviceAccount) {
    User account = PolicyAccess.account(namespace, serviceAccount);
    return policy ->
        List.of("policy", "extensions").stream()
            .anyMatch(
                group ->
                    mayUse(Optional.of(account), group, policy.name(), namespace)
                        || mayUse(user, group, policy.name(), namespace));
  }

  /** Without a user, the one who asks is meant. */
  private boolean mayUse(Optional<User> who, String group, String policy, String namespace) {
    MutableSubjectAccessReview review =
        MutableSubjectAccessReview.create().apiVersion("authorization.k8s.io/v1");
    review.kind(who.isPresent() ? "SubjectAccessReview" : "SelfSubjectAccessReview");
    MutableSubjectAccessReviewSpec spec = review.spec().ensure();
    spec.resourceAttributes()
        .ensure()
        .verb("use")
        .group(group)
        .resource("podsecuritypolicies")
        .name(policy)
        .namespace(namespace);
    who.ifPresent(
        u -> {
          spec.user(u.name());
          u.groups().forEach(spec.groups().list()::add);
        });
    String resource = who.isPresent() ? "subjectaccessreviews" : "selfsubjectaccessreviews";
    JsonNode answer =
        ask("/apis/authorization.k8s.io/v1/" + resource, review.tree().toString()).orElseThrow();
    return SubjectAccessReview.of(answer).status().allowed().truth();
  }

  @Override
  public Optional<ObjectNode> get(String apiVersion, String kind, String namespace, String name) {
    Kind found = KINDS.byKind(apiVersion, kind).orElseThrow();
    return ask(path(found, namespace) + "/" + name, null)
        .map(tree -> Manifests.canonical(found, tree));
  }

  @Override
  public List<ObjectNode> list(String apiVersion, String kind, String namespace) {
    Kind found = KINDS.byKind(apiVersion, kind).orElseThrow();
    List<ObjectNode> out = new ArrayList<>();
    JsonNode answer =
        ask(path(found, namespace), null)
            .orElseThrow(
                () -> new IllegalStateException(server.url() + " knows no " + found.plural()));
    answer.path("items").forEach(item -> out.add(Manifests.canonical(found, item)));
    return out;
  }

  private static String path(Kind kind, String namespace) {
    return (kind.group().isEmpty() ? "/api/" : "/apis/")
        + kind.apiVersion()
        + (namespace.isEmpty() ? "/" : "/namespaces/" + namespace + "/")
        + kind.plural();
  }

  /** The answer's body, or empty if there is no such thing. */
  private Optional<JsonNode> ask(String path, @Nullable String body) {
    try {
      RemoteServer.Answer answer =
          server.send(
              path, body == null ? null : body.getBytes(StandardCharsets.UTF_8), PATIENCE, LONGEST);
      if (answer.code() == 404) {
        return Optional.empty();
      }
      JsonNode tree = Trees.parse(answer.body().getBytes(StandardCharsets.UTF_8));
      if (answer.code() / 100 != 2) {
        throw new IllegalStateException(
            server.url() + path + ": " + tree.path("message").asText("status " + answer.code()));
      }
      return Optional.of(tree);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
