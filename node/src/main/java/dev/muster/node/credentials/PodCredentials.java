package dev.muster.node.credentials;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.identity.credspec.AdmittedSpecs;
import dev.muster.identity.credspec.CredentialSpec;
import dev.muster.identity.credspec.Reading;
import dev.muster.identity.credspec.SpecSource;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.mounts.WatchedObjects;
import dev.muster.node.pods.CredentialSpecs;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Credential specs from the pods themselves and from the API server's config maps. */
public final class PodCredentials implements CredentialSpecs, AutoCloseable {
  /** The reason of the event that tells of a config map which changed. */
  static final String CHANGED = "CredentialSpecChanged";

  private static final Logger LOG = LoggerFactory.getLogger(PodCredentials.class);
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

  private final ApiClient client;
  private final EventRecorder events;
  private final KeptSpecs kept;
  private final WatchedObjects objects;

  /** What was last told of a pod's config map, so that it is told once. */
  private final Map<String, String> told = new ConcurrentHashMap<>();

  /**
   * @param changed told the uid of each pod whose config map has changed
   */
  public PodCredentials(
      PodPaths paths, ApiClient client, EventRecorder events, Consumer<String> changed) {
    this.client = client;
    this.events = events;
    this.kept = new KeptSpecs(paths);
    this.objects = new WatchedObjects(client, changed);
  }

  @Override
  public Optional<String> of(Pod pod, ContainerSpec container) throws ContainerProblem {
    return switch (SpecSource.of(pod.tree(), container.tree())) {
      case SpecSource.None none -> Optional.empty();
      case SpecSource.Contents contents -> Optional.of(contents.text());
      case SpecSource.Unfilled named ->
          throw ContainerProblem.config(
              "the contents of GMSACredentialSpec \""
                  + named.name()
                  + "\" were not filled in when the pod was created: have the admission plugin"
                  + " GMSAAuthorizer or muster webhook on");
      case SpecSource.ConfigMap map -> Optional.of(admitted(pod, map.name()));
    };
  }

  /**
   * INVARIANT (identity): what is returned once for a pod and a config map is returned always, and
   * is what the pod was admitted with if the pod says so.
   */
  private String admitted(Pod pod, String name) throws ContainerProblem {
    String where = "configmap \"" + name + "\"";
    if (!NAME.matcher(name).matches()) {
      throw ContainerProblem.config(where + " is not a name");
    }
    try {
      Optional<String> before = kept.get(pod, name);
      if (before.isPresent()) {
        return before.get();
      }
      String spec = fetch(pod, name);
      if (Reading.of(spec) instanceof Reading.Faulty faulty) {
        throw ContainerProblem.config(
            "the credential spec in " + where + " is broken: " + faulty.text());
      }
      kept.put(pod, name, spec);
      return spec;
    } catch (IOException e) {
      throw ContainerProblem.config(where + " cannot be had: " + e.getMessage());
    }
  }

  private String fetch(Pod pod, String name) throws IOException, ContainerProblem {
    WatchedObjects.Key key = new WatchedObjects.Key("configmaps", pod.namespace(), name);
    Optional<String> now = objects.get(key).flatMap(PodCredentials::spec);
    AdmittedSpecs noted =
        AdmittedSpecs.of(pod.tree())
            .orElseThrow(
                () ->
                    ContainerProblem.config(
                        "annotation " + AdmittedSpecs.ANNOTATION + " is unreadable"));
    Optional<AdmittedSpecs.Admitted> admitted = noted.of(name);
    if (admitted.isEmpty() && !pod.isStatic()) {
      throw ContainerProblem.config(
          "the pod was not admitted with the credential spec in configmap \""
              + name
              + "\": have the admission plugin GMSAAuthorizer or muster webhook on");
    }
    if (admitted.isEmpty()) {
      return now.orElseThrow(
          () ->
              ContainerProblem.config(
                  "configmap \"" + name + "\" with key \"" + CredentialSpec.KEY + "\" not found"));
    }
    if (now.isPresent() && admitted.get().is(now.get())) {
      return now.get();
    }
    return past(key, admitted.get().resourceVersion())
        .filter(admitted.get()::is)
        .orElseThrow(
            () ->
                ContainerProblem.config(
                    "the credential spec in configmap \""
                        + name
                        + "\" is not the one any more that the pod was admitted with: create the"
                        + " pod again"));
  }

  /** As the server had it at a version; empty if it remembers no more. */
  private Optional<String> past(WatchedObjects.Key key, String version) throws IOException {
    if (!version.matches("[0-9]{1,19}")) {
      return Optional.empty();
    }
    try {
      JsonNode found =
          client.get(
              key.collection()
                  + "?fieldSelector=metadata.name%3D"
                  + key.name()
                  + "&resourceVersionMatch=Exact&resourceVersion="
                  + version);
      return spec(found.path("items").path(0));
    } catch (ApiProblem e) {
      LOG.debug("the past is not known: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private static Optional<String> spec(JsonNode configMap) {
    JsonNode text = configMap.path("data").path(CredentialSpec.KEY);
    return text.isTextual() ? Optional.of(text.textValue()) : Optional.empty();
  }

  @Override
  public void watch(Pod pod) {
    Set<WatchedObjects.Key> keys =
        SpecSource.configMaps(pod.tree()).stream()
            .filter(name -> NAME.matcher(name).matches())
            .map(name -> new WatchedObjects.Key("configmaps", pod.namespace(), name))
            .collect(Collectors.toSet());
    objects.use(pod.uid(), keys);
    for (WatchedObjects.Key key : keys) {
      try {
        compare(pod, key);
      } catch (IOException e) {
        LOG.debug("not compared: pod={}: {}", pod.key(), e.getMessage());
      }
    }
  }

  private void compare(Pod pod, WatchedObjects.Key key) throws IOException {
    Optional<String> before = kept.get(pod, key.name());
    if (before.isEmpty()) {
      return;
    }
    Optional<JsonNode> map = objects.get(key);
    Optional<String> now = map.flatMap(PodCredentials::spec);
    String what = map.isEmpty() ? "was deleted" : now.isEmpty() ? "has lost it" : "has changed";
    String state = now.equals(before) ? "" : what + now.map(AdmittedSpecs::digest).orElse("");
    String last = told.put(pod.uid() + "/" + key.name(), state);
    if (!state.isEmpty() && !state.equals(last)) {
      events.pod(
          pod,
          EventType.WARNING,
          CHANGED,
          "configmap \""
              + key.name()
              + "\" "
              + what
              + ": the pod goes on under the older credential spec that it was created with; create"
              + " it again to have it run under another");
    }
  }

  @Override
  public void release(String uid) {
    objects.use(uid, Set.of());
    told.keySet().removeIf(key -> key.startsWith(uid + "/"));
  }

  @Override
  public void close() {
    objects.close();
  }
}
