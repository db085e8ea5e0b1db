package dev.muster.cli.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.identity.IdentityException;
import dev.muster.model.field.At;
import dev.muster.node.NodeConfig;
import dev.muster.node.containers.ContainerConfigs;
import dev.muster.node.containers.ContainerEnvironment;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.containers.FieldValues;
import dev.muster.node.containers.LinuxPlatform;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.containers.SandboxConfigs;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.node.users.HostIdRanges;
import dev.muster.node.users.PodUsers;
import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.imageservice.ImageViews;
import dev.muster.runtime.pods.BundleForecast;
import dev.muster.runtime.refusal.Refused;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a node would ask its runtime for a pod, and the OCI bundle that comes of it. */
public final class BundlePreview {
  /** Of a pod that nobody has given one. */
  static final String UID = "00000000-0000-0000-0000-000000000000";

  private static final Path NODE = Path.of("/var/lib/muster/node");
  private static final PodPaths PATHS = new PodPaths(NODE, NODE.resolve("logs"));
  private static final String NODE_NAME = "node";
  private static final int CPUS = 1;
  private static final long MEMORY = 1L << 30;

  /** The store of images, if there is one. */
  @FunctionalInterface
  public interface Images {
    Optional<ImageStore> open() throws IOException;
  }

  private final Pod pod;
  private final ManifestObjects objects;
  private final Images images;

  private BundlePreview(Pod pod, ManifestObjects objects, Images images) {
    this.pod = pod;
    this.objects = objects;
    this.images = images;
  }

  /**
   * @param documents one pod, or object with a pod template, and what it names
   */
  public static BundlePreview of(List<ObjectNode> documents, Images images) throws IOException {
    List<ObjectNode> pods = documents.stream().flatMap(each -> pod(each).stream()).toList();
    if (pods.size() != 1) {
      throw new IOException("the files hold " + pods.size() + " pods: give exactly one");
    }
    return new BundlePreview(Pod.of(pods.getFirst()), new ManifestObjects(documents), images);
  }

  private static Optional<ObjectNode> pod(ObjectNode document) {
    JsonNode template = document.path("spec").path("template");
    ObjectNode source = template instanceof ObjectNode inside ? inside : document;
    if (!source.path("spec").path("containers").isArray()) {
      return Optional.empty();
    }
    ObjectNode pod = source.deepCopy();
    ObjectNode metadata = pod.withObjectProperty("metadata");
    for (String field : List.of("name", "namespace")) {
      String otherwise = field.equals("name") ? "pod" : "default";
      String text = document.path("metadata").path(field).asText(otherwise);
      if (!metadata.has(field)) {
        metadata.put(field, text);
      }
    }
    metadata.put("uid", UID);
    return Optional.of(pod);
  }

  /** The config.json of one container; of the only one for an empty name. */
  public ObjectNode config(String name) throws IOException {
    ContainerSpec container = container(name);
    KnownImage known =
        KnownImage.find(
            images, container.image(), container.name(), !container.spec().command().empty());
    try {
      SupplementalGroupsPolicy policy = new GroupsPolicySupport(35, true, true).effective(pod);
      SandboxConfigs sandboxes =
          new SandboxConfigs(
              NODE_NAME, NodeConfig.hostDns(), PATHS, new LinuxPlatform(MEMORY, CPUS));
      PodSandboxConfig sandbox = sandboxes.of(pod, 0, policy, users());
      ContainerConfig config =
          new ContainerConfigs(sandboxes, new SupposedFiles(PATHS))
              .of(setting(container, known.image(), policy));
      return BundleForecast.of(sandbox, config, known.image(), known.accounts());
    } catch (ContainerProblem | Refused | IdentityException e) {
      throw new IOException(container.name() + ": " + e.getMessage(), e);
    }
  }

  private ContainerConfigs.Setting setting(
      ContainerSpec container, Optional<Image> image, SupplementalGroupsPolicy policy)
      throws IOException, ContainerProblem {
    FieldValues fields =
        new FieldValues(
            pod, NODE_NAME, List.of(), List.of(), At.root(JsonNodeFactory.instance.objectNode()));
    Map<String, String> environment =
        new ContainerEnvironment(objects, fields).of(container, Map.of());
    return new ContainerConfigs.Setting(
        pod,
        container,
        0,
        view(image, container.image()),
        environment,
        SupposedFiles.mounts(PATHS, pod, container),
        List.of(),
        policy,
        users(),
        "",
        objects.credentials(pod, container));
  }

  /** A range like the first that a node would give it. */
  private UserNamespace users() {
    return PodUsers.hostUsers(pod) ? PodUsers.HOST : PodUsers.from(HostIdRanges.LENGTH);
  }

  private static dev.muster.cri.v1.Image view(Optional<Image> image, String name) {
    return image
        .map(ImageViews::of)
        .orElse(dev.muster.cri.v1.Image.newBuilder().setId(name).build());
  }

  private ContainerSpec container(String name) throws IOException {
    List<ContainerSpec> all = pod.allContainers();
    if (name.isEmpty() && all.size() == 1) {
      return all.getFirst();
    }
    return pod.container(name)
        .orElseThrow(
            () ->
                new IOException(
                    (name.isEmpty() ? "which container? " : "no container \"" + name + "\": ")
                        + "the pod has "
                        + all.stream().map(ContainerSpec::name).collect(Collectors.joining(", "))));
  }
}
