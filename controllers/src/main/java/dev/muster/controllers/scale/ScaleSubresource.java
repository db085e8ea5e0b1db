package dev.muster.controllers.scale;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.views.AutoscalingV2.CrossVersionObjectReference;
import dev.muster.views.MetaV1.APIResource;
import dev.muster.views.MetaV1.APIResourceList;
import dev.muster.views.ViewList;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the scale of objects of any kind that the server has. */
public record ScaleSubresource(ApiClient client) {

  /** What users write into references goes into paths: nothing but what a path of the API has. */
  private static final Pattern API_VERSION =
      Pattern.compile("([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?v[a-z0-9]+");

  private static final Pattern SEGMENT = Pattern.compile("[a-z0-9]([-a-z0-9.:]*[a-z0-9])?");

  /** A kind that is not there, or has no size. */
  public static final class NoScaleException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NoScaleException(String message) {
      super(message);
    }
  }

  /**
   * The path of an object's scale.
   *
   * <p>* @throws NoScaleException with what Kubernetes says of such a reference
   */
  public String path(CrossVersionObjectReference reference, String namespace) throws IOException {
    String apiVersion = reference.apiVersion().text();
    String kind = reference.kind().text();
    String name = reference.name().text();
    if (!API_VERSION.matcher(apiVersion).matches() || !SEGMENT.matcher(name).matches()) {
      throw new NoScaleException(
          "no matches for kind \"%s\" in version \"%s\"".formatted(kind, apiVersion));
    }
    String root = (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
    ViewList<APIResource> resources = resources(root);
    Optional<String> plural =
        resources.stream()
            .filter(each -> each.kind().text().equals(kind))
            .map(each -> each.name().text())
            .filter(resource -> SEGMENT.matcher(resource).matches())
            .findFirst();
    if (plural.isEmpty()) {
      throw new NoScaleException(
          "no matches for kind \"%s\" in version \"%s\"".formatted(kind, apiVersion));
    }
    String scale = plural.get() + "/scale";
    if (resources.stream().noneMatch(each -> each.name().text().equals(scale))) {
      int slash = apiVersion.indexOf('/');
      throw new NoScaleException(
          "%s%s does not implement the scale subresource"
              .formatted(plural.get(), slash < 0 ? "" : "." + apiVersion.substring(0, slash)));
    }
    return "%s/namespaces/%s/%s/%s/scale".formatted(root, namespace, plural.get(), name);
  }

  private ViewList<APIResource> resources(String root) throws IOException {
    try {
      return APIResourceList.of(client.get(root)).resources();
    } catch (ApiProblem e) {
      if (e.isNotFound()) {
        return APIResourceList.of(MissingNode.getInstance()).resources();
      }
      throw e;
    }
  }
}
