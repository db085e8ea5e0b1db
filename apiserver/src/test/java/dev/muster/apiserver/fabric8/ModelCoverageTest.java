package dev.muster.apiserver.fabric8;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The kinds and fields that Java developers know from the fabric8 model are known to us. The model
 * follows another release of Kubernetes than ours, so what is missing on purpose is listed, with
 * the reason; an entry that is no longer missing fails.
 */
class ModelCoverageTest {
  private static final Set<String> GROUPS =
      Set.of(
          "",
          "admissionregistration.k8s.io",
          "apiextensions.k8s.io",
          "apps",
          "authentication.k8s.io",
          "authorization.k8s.io",
          "batch",
          "certificates.k8s.io",
          "coordination.k8s.io",
          "discovery.k8s.io",
          "events.k8s.io",
          "networking.k8s.io",
          "node.k8s.io",
          "policy",
          "rbac.authorization.k8s.io",
          "scheduling.k8s.io",
          "storage.k8s.io");

  private final Kinds kinds = KubernetesKinds.kinds();

  private record ModelKind(String apiVersion, String kind, Class<?> type) {
    String group() {
      int slash = apiVersion.indexOf('/');
      return slash < 0 ? "" : apiVersion.substring(0, slash);
    }
  }

  /** All kinds of the model in the groups above, in all their versions. */
  private static List<ModelKind> model() {
    List<ModelKind> all = new ArrayList<>();
    for (ServiceLoader.Provider<KubernetesResource> provider :
        ServiceLoader.load(KubernetesResource.class).stream().toList()) {
      Class<?> type = provider.type();
      Group group = type.getAnnotation(Group.class);
      Version version = type.getAnnotation(Version.class);
      if (group != null && version != null && !type.getSimpleName().endsWith("List")) {
        String prefix = group.value().isEmpty() ? "" : group.value() + "/";
        all.add(new ModelKind(prefix + version.value(), type.getSimpleName(), type));
      }
    }
    return all.stream().filter(kind -> GROUPS.contains(kind.group())).toList();
  }

  @Test
  void everyKindIsServed() throws IOException {
    Set<String> missing = new TreeSet<>();
    for (ModelKind kind : model()) {
      if (kinds.byKind(kind.apiVersion(), kind.kind()).isEmpty()) {
        missing.add(kind.apiVersion() + "." + kind.kind());
      }
    }
    assertThat(missing)
        .containsExactlyInAnyOrderElementsOf(ListedExceptions.in("/fabric8/kinds-not-served.txt"));
  }

  @Test
  void everyFieldIsKnown() throws IOException {
    ModelGaps gaps = new ModelGaps();
    for (ModelKind kind : model()) {
      Optional<Kind> served = kinds.byKind(kind.apiVersion(), kind.kind());
      served.ifPresent(ours -> gaps.compare(kind.type(), ours.type()));
    }
    assertThat(gaps.gaps())
        .containsExactlyInAnyOrderElementsOf(ListedExceptions.in("/fabric8/fields-not-known.txt"));
  }

  @Test
  void theModelCoversMostOfOurKinds() {
    assertThat(model()).hasSizeGreaterThan(60);
  }
}
