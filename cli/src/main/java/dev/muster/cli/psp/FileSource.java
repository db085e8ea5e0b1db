package dev.muster.cli.psp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.admission.psp.Policy;
import dev.muster.admission.psp.PolicyAccess;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacAuthorizer;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Policies, roles, bindings and namespaces of files. Every service account is taken to exist. */
final class FileSource implements PolicySource, Cluster {
  private final List<ObjectNode> objects;
  private final Optional<User> user;
  private final RbacAuthorizer authorizer;

  FileSource(List<ObjectNode> objects, Optional<User> user) {
    this.objects = List.copyOf(objects);
    this.user = user;
    RbacIndex index = new RbacIndex();
    index.putAll(DefaultPolicy.objects());
    for (ObjectNode object : objects) {
      PartialObjectMetadata known = PartialObjectMetadata.of(object);
      if (known.apiVersion().text().equals("rbac.authorization.k8s.io/v1")) {
        RbacKind.ofKind(known.kind().text())
            .ifPresent(kind -> index.put(RbacJson.read(kind, object)));
      }
    }
    this.authorizer = new RbacAuthorizer(index);
  }

  @Override
  public Cluster cluster() {
    return this;
  }

  @Override
  public boolean knowsUser() {
    return user.isPresent();
  }

  @Override
  public Predicate<Policy> usable(String namespace, String serviceAccount) {
    return user.<Predicate<Policy>>map(
            who ->
                new PolicyAccess(
                    authorizer,
                    who,
                    Optional.of(PolicyAccess.account(namespace, serviceAccount)),
                    namespace))
        .orElse(policy -> true);
  }

  @Override
  public Optional<ObjectNode> get(String apiVersion, String kind, String namespace, String name) {
    Optional<ObjectNode> found =
        list(apiVersion, kind, namespace).stream()
            .filter(o -> ObjectMeta.ofObject(o).name().text().equals(name))
            .findFirst();
    return kind.equals("ServiceAccount")
        ? found.or(() -> Optional.of(JsonNodeFactory.instance.objectNode()))
        : found;
  }

  @Override
  public List<ObjectNode> list(String apiVersion, String kind, String namespace) {
    return objects.stream()
        .filter(o -> PartialObjectMetadata.of(o).kind().text().equals(kind))
        .filter(o -> PartialObjectMetadata.of(o).apiVersion().text().equals(apiVersion))
        .filter(
            o ->
                namespace.isEmpty()
                    || ObjectMeta.ofObject(o).namespace().textOr("default").equals(namespace))
        .toList();
  }
}
