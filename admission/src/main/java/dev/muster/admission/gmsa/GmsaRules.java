package dev.muster.admission.gmsa;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.identity.credspec.CredentialSpec;
import dev.muster.identity.credspec.Reading;
import dev.muster.identity.credspec.SpecSource;
import dev.muster.views.CoreV1.ConfigMap;
import dev.muster.views.CoreV1.MutableWindowsSecurityContextOptions;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.WindowsV1.GMSACredentialSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** May this pod run as the accounts that it names? */
public final class GmsaRules {
  private static final String GROUP = "windows.k8s.io";
  private static final String RESOURCE = "gmsacredentialspecs";

  private final Cluster cluster;
  private final Authorizer authorizer;
  private final SpecNotes notes;

  public GmsaRules(Cluster cluster, Authorizer authorizer) {
    this.cluster = cluster;
    this.notes = new SpecNotes(cluster);
    this.authorizer = authorizer;
  }

  /** True if the pod names no credential spec at all. */
  public static boolean concernsNothing(ObjectNode pod) {
    return SpecReferences.in(pod).isEmpty();
  }

  /**
   * Why the pod is refused; empty if it is not.
   *
   * @param account the service account that has to be allowed as well; empty for none
   * @param settled config maps whose contents were admitted before: they may have changed since
   */
  public Optional<String> refusal(
      ObjectNode pod, String namespace, User user, String account, Set<String> settled) {
    Set<String> ofPod = SpecReferences.ofPod(pod);
    if (ofPod.size() > 1) {
      return Optional.of(
          "the pod's annotations and spec.securityContext.windows.credentialSpecConfig name"
              + " different config maps: "
              + String.join(", ", ofPod));
    }
    Optional<String> both = SpecReferences.ofBothKinds(pod);
    if (both.isPresent()) {
      return Optional.of(
          both.get() + " names a config map and a GMSACredentialSpec: only one of them can be");
    }
    List<User> askers = new ArrayList<>(List.of(user));
    if (!account.isEmpty()) {
      askers.add(serviceAccount(namespace, account));
    }
    for (SpecReference reference : SpecReferences.in(pod)) {
      Optional<String> why =
          switch (reference) {
            case SpecReference.ConfigMap map -> configMap(map, namespace, askers, settled);
            case SpecReference.Resource resource -> resource(resource, namespace, askers);
          };
      if (why.isPresent()) {
        return why.map(text -> reference.place() + ": " + text);
      }
    }
    return Optional.empty();
  }

  /**
   * Puts the contents of named specs into the pod, where it does not have them yet. Of config maps
   * it notes which contents they have now: the contents themselves are for those who may read them.
   */
  public void inline(ObjectNode pod, String namespace) {
    notes.write(pod, namespace);
    for (WindowsContext context : WindowsContext.all(Pod.of(pod).spec())) {
      if (context.options().tree() instanceof ObjectNode tree) {
        inline(MutableWindowsSecurityContextOptions.of(tree));
      }
    }
  }

  private void inline(MutableWindowsSecurityContextOptions options) {
    if (options.gmsaCredentialSpecName().present() && options.gmsaCredentialSpec().absent()) {
      contents(options.gmsaCredentialSpecName().text())
          .ifPresent(spec -> options.gmsaCredentialSpec(spec.toString()));
    }
  }

  /** Why the notes that a new pod comes with are refused; empty if they are not. */
  public Optional<String> forged(ObjectNode pod, String namespace) {
    return notes.forged(pod, namespace);
  }

  /**
   * Why a container may not be added to a pod: it would run under a spec of which nothing was noted
   * when the pod was created.
   *
   * @param settled the config maps that were
   */
  public static Optional<String> unnoted(ObjectNode pod, Set<String> settled) {
    return SpecSource.configMaps(pod).stream()
        .filter(name -> !settled.contains(name))
        .findFirst()
        .map(
            name ->
                "configmap \""
                    + name
                    + "\" is none that the pod was admitted with: create another pod with it");
  }

  /** Why the notes on the pod are not those that would be written now; empty if they are. */
  public Optional<String> outdated(ObjectNode pod, String namespace) {
    return notes.problem(pod, namespace);
  }

  private Optional<JsonNode> contents(String name) {
    return cluster
        .get(GROUP + "/v1", "GMSACredentialSpec", "", name)
        .map(object -> GMSACredentialSpec.of(object).credspec().node());
  }

  private Optional<String> configMap(
      SpecReference.ConfigMap map, String namespace, List<User> askers, Set<String> settled) {
    for (User asker : askers) {
      if (!mayUse(asker, "", "configmaps", namespace, map.name())) {
        return Optional.of(
            may(asker)
                + " not use the credential spec in configmap \""
                + map.name()
                + "\": ask an administrator for the verb \"use\" on configmaps \""
                + map.name()
                + "\" in namespace \""
                + namespace
                + "\"");
      }
    }
    if (settled.contains(map.name())) {
      return Optional.empty();
    }
    Optional<ObjectNode> found = cluster.get("v1", "ConfigMap", namespace, map.name());
    if (found.isEmpty()) {
      return Optional.of(
          "configmap \"" + map.name() + "\" not found in namespace \"" + namespace + "\"");
    }
    JsonNode text = ConfigMap.of(found.get()).data().get(CredentialSpec.KEY).node();
    if (!text.isTextual()) {
      return Optional.of(
          "configmap \"" + map.name() + "\" has no key \"" + CredentialSpec.KEY + "\"");
    }
    return fault("configmap \"" + map.name() + "\"", Reading.of(text.textValue()));
  }

  /** A spec is the cluster's, but the right to use it may be given for one namespace's pods. */
  private Optional<String> resource(
      SpecReference.Resource resource, String namespace, List<User> askers) {
    if (resource.name().isEmpty()) {
      return Optional.of(
          "gmsaCredentialSpec is set without gmsaCredentialSpecName: name the"
              + " GMSACredentialSpec that it comes from");
    }
    for (User asker : askers) {
      if (!mayUse(asker, GROUP, RESOURCE, namespace, resource.name())) {
        return Optional.of(
            may(asker)
                + " not use the GMSACredentialSpec \""
                + resource.name()
                + "\": ask an administrator for the verb \"use\" on gmsacredentialspecs.windows.k8s.io \""
                + resource.name()
                + "\" in namespace \""
                + namespace
                + "\"");
      }
    }
    Optional<JsonNode> found = contents(resource.name());
    if (found.isEmpty()) {
      return Optional.of("GMSACredentialSpec \"" + resource.name() + "\" not found");
    }
    if (!resource.contents().isEmpty() && !sameJson(resource.contents(), found.get())) {
      return Optional.of(
          "gmsaCredentialSpec is not what GMSACredentialSpec \""
              + resource.name()
              + "\" says: leave it out, it is filled in");
    }
    return fault("GMSACredentialSpec \"" + resource.name() + "\"", Reading.of(found.get()));
  }

  private static boolean sameJson(String text, JsonNode tree) {
    return Reading.of(text).equals(Reading.of(tree));
  }

  private static Optional<String> fault(String what, Reading reading) {
    return switch (reading) {
      case Reading.Valid valid -> Optional.empty();
      case Reading.Faulty faulty ->
          Optional.of("the credential spec in " + what + " is broken: " + faulty.text());
    };
  }

  /** What to tell the writer of an object that holds a broken spec; empty if all is well. */
  public static Optional<String> warning(ObjectNode configMap) {
    JsonNode text = ConfigMap.of(configMap).data().get(CredentialSpec.KEY).node();
    return text.isTextual() && Reading.of(text.textValue()) instanceof Reading.Faulty faulty
        ? Optional.of(
            "data["
                + CredentialSpec.KEY
                + "]: not a valid credential spec, pods that use it will be refused: "
                + faulty.text())
        : Optional.empty();
  }

  private boolean mayUse(User who, String group, String resource, String namespace, String name) {
    Decision decision =
        authorizer.authorize(
            Attributes.resource(who, "use", group, "*", resource, "", namespace, name));
    return decision.allowed();
  }

  private static String may(User who) {
    return ServiceAccountName.of(who.name())
        .map(account -> "service account \"" + account.name() + "\" may")
        .orElse("user \"" + who.name() + "\" may");
  }

  private static User serviceAccount(String namespace, String name) {
    return User.authenticated(new ServiceAccountName(namespace, name));
  }
}
