package dev.muster.kinds.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.discovery.Document;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OpenApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final OpenApi API = new OpenApi(KINDS, "v1.35.0");

  @Test
  void theIndexNamesEveryGroupAndVersionWithItsHash() throws IOException {
    JsonNode paths = JSON.readTree(API.v3Index().json()).get("paths");
    Set<String> named = new TreeSet<>();
    paths.fieldNames().forEachRemaining(named::add);
    Set<String> served = new TreeSet<>();
    for (Kind kind : KINDS.all()) {
      served.add((kind.group().isEmpty() ? "api/" : "apis/") + kind.apiVersion());
    }
    assertThat(named).isEqualTo(served);
    assertThat(paths.at("/api~1v1/serverRelativeURL").asText())
        .isEqualTo("/openapi/v3/api/v1?hash=" + API.v3Hash("api/v1").orElseThrow());
    assertThat(API.v3("apis/nope/v1")).isEmpty();
  }

  @Test
  void theHashChangesWithTheKindsAndTheVersion() {
    Kinds fewer = new Kinds(KINDS.all().stream().filter(k -> !k.kind().equals("Lease")).toList());
    Kinds other = new Kinds(KINDS.all().stream().filter(k -> !k.kind().equals("Pod")).toList());
    String hash = API.v3Hash("api/v1").orElseThrow();
    assertThat(new OpenApi(KINDS, "v1.35.0").v3Hash("api/v1")).hasValue(hash);
    assertThat(new OpenApi(fewer, "v1.35.0").v3Hash("api/v1")).hasValue(hash);
    assertThat(new OpenApi(other, "v1.35.0").v3Hash("api/v1").orElseThrow()).isNotEqualTo(hash);
    assertThat(new OpenApi(KINDS, "v1.36.0").v3Hash("api/v1").orElseThrow()).isNotEqualTo(hash);
  }

  @Test
  void everyReferenceHasItsDefinition() throws IOException {
    for (Kind kind : KINDS.all()) {
      String path = (kind.group().isEmpty() ? "api/" : "apis/") + kind.apiVersion();
      JsonNode document = read(API.v3(path).orElseThrow());
      assertThat(missing(document, "#/components/schemas/", "/components/schemas")).isEmpty();
    }
    assertThat(missing(read(API.v2()), "#/definitions/", "/definitions")).isEmpty();
  }

  @Test
  void everyKindThatCanBePatchedSaysThatFieldsAreValidated() throws IOException {
    for (Kind kind : KINDS.all()) {
      if (kind.verbs().contains("patch")) {
        String root = (kind.group().isEmpty() ? "api/" : "apis/") + kind.apiVersion();
        String path =
            "/"
                + root
                + (kind.namespaced() ? "/namespaces/{namespace}/" : "/")
                + kind.plural()
                + "/{name}";
        JsonNode patch = read(API.v3(root).orElseThrow()).get("paths").path(path).path("patch");
        assertThat(patch.at("/x-kubernetes-group-version-kind/kind").asText())
            .isEqualTo(kind.kind());
        assertThat(patch.get("parameters").findValuesAsText("name"))
            .contains("fieldValidation", "dryRun");
        assertThat(patch.at("/requestBody/content").has("application/strategic-merge-patch+json"))
            .isTrue();
      }
    }
  }

  @Test
  void describesKindsAndHowListsMerge() throws IOException {
    JsonNode schemas = read(API.v3("api/v1").orElseThrow()).at("/components/schemas");
    JsonNode pod = schemas.get("io.k8s.api.core.v1.Pod");
    assertThat(pod.get("x-kubernetes-group-version-kind").toString())
        .isEqualTo("[{\"group\":\"\",\"kind\":\"Pod\",\"version\":\"v1\"}]");
    JsonNode containers = schemas.at("/io.k8s.api.core.v1.PodSpec/properties/containers");
    assertThat(containers.get("x-kubernetes-patch-merge-key").asText()).isEqualTo("name");
    assertThat(containers.get("x-kubernetes-patch-strategy").asText()).isEqualTo("merge");
    assertThat(containers.get("x-kubernetes-list-type").asText()).isEqualTo("map");
    assertThat(containers.get("x-kubernetes-list-map-keys").toString()).isEqualTo("[\"name\"]");
    JsonNode policy =
        schemas.at("/io.k8s.api.core.v1.PodSecurityContext/properties/supplementalGroupsPolicy");
    assertThat(policy.get("type").asText()).isEqualTo("string");
    assertThat(policy.get("description").asText()).contains("Strict");
  }

  @Test
  void everyDescriptionIsOfSomethingThatExists() {
    Set<String> types = new TreeSet<>(Set.of("Quantity", "IntOrString", "Time", "MicroTime"));
    Set<String> fields = new TreeSet<>();
    for (String name : Schema.kubernetes().names()) {
      StructType type = Schema.kubernetes().struct(name);
      types.add(type.simpleName());
      type.fields().forEach(f -> fields.add(type.simpleName() + "." + f.name()));
      type.fields().forEach(f -> fields.add("*." + f.name()));
    }
    for (String key : Descriptions.all().keySet()) {
      assertThat(types.contains(key) || fields.contains(key) || key.startsWith("parameter."))
          .as(key)
          .isTrue();
    }
  }

  private static List<String> missing(JsonNode document, String prefix, String definitions) {
    JsonNode defined = document.at(definitions);
    List<String> out = new ArrayList<>();
    for (JsonNode value : document.findValues("$ref")) {
      String reference = value.asText();
      if (value.isTextual() // a type of its own has a property of this name
          && (!reference.startsWith(prefix)
              || !defined.has(reference.substring(prefix.length())))) {
        out.add(reference);
      }
    }
    return out;
  }

  private static JsonNode read(Document document) throws IOException {
    return JSON.readTree(document.json());
  }
}
