package dev.muster.apiserver.answer;

import static dev.muster.apiserver.answer.ProtobufMessages.TYPE;
import static dev.muster.apiserver.answer.ProtobufMessages.envelope;
import static dev.muster.apiserver.answer.ProtobufMessages.event;
import static dev.muster.apiserver.answer.ProtobufMessages.open;
import static dev.muster.apiserver.answer.ProtobufMessages.raw;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.ServerOfTheClass;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Apiextensions;
import io.kubernetes.client.proto.V1Apiextensions.JSONSchemaProps;
import java.io.DataInputStream;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What clients get that take nothing but protobuf. */
class ProtobufAnswersTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String METADATA = TYPE + ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
  private static final String METADATA_CLIENT =
      METADATA + "," + METADATA.replace(TYPE, "application/json") + ",application/json";
  private static final String METADATA_LIST =
      TYPE + ";as=PartialObjectMetadataList;g=meta.k8s.io;v=";
  private static final String POD =
      """
      {"metadata":{"name":"rich","labels":{"b":"2","a":"1"},"finalizers":["example.com/f"]},"spec":{
      "securityContext":{"runAsUser":0,"supplementalGroups":[5,70000]},
      "tolerations":[{"key":"k","operator":"Exists","effect":"NoExecute","tolerationSeconds":-1}],
      "volumes":[{"name":"v","emptyDir":{"sizeLimit":"1Gi"}},{"name":"p","projected":{"sources":[{"configMap":{"name":"m","optional":true}}]}}],
      "containers":[{"name":"c","image":"i","stdin":true,
      "env":[{"name":"e","valueFrom":{"configMapKeyRef":{"name":"m","key":"k"}}}],
      "ports":[{"containerPort":80}],"resources":{"limits":{"cpu":"500m","memory":"64Mi"}},
      "livenessProbe":{"httpGet":{"path":"/","port":"http"}},"readinessProbe":{"tcpSocket":{"port":8080}}}]}}
      """;
  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  @BeforeAll
  static void fill() {
    assertThat(SERVER.client().json("POST", PODS, POD).status()).isEqualTo(201);
  }

  private static byte[] get(String path, String accept) throws Exception {
    try (InputStream in = SERVER.client().open(path, accept)) {
      return in.readAllBytes();
    }
  }

  private static DataInputStream watch(String path, String accept) throws Exception {
    return new DataInputStream(SERVER.client().open(path, accept));
  }

  private static Answer asked(String path, String accept) {
    return SERVER.client().send("GET", path, null, Map.of("Accept", List.of(accept)));
  }

  @Test
  void anObjectHasAllItsFields() throws Exception {
    V1.Pod pod = open(get(PODS + "/rich", TYPE), "v1 Pod", V1.Pod.getDefaultInstance());
    JsonNode json = SERVER.client().get(PODS + "/rich").json();
    assertThat(pod.getMetadata().getUid()).isEqualTo(json.at("/metadata/uid").asText());
    assertThat(pod.getMetadata().getCreationTimestamp().getSeconds())
        .isEqualTo(Instant.parse(json.at("/metadata/creationTimestamp").asText()).getEpochSecond());
    assertThat(pod.getMetadata().getManagedFields(0).getFieldsV1().getRaw().toStringUtf8())
        .isEqualTo(json.at("/metadata/managedFields/0/fieldsV1").toString());
    assertThat(pod.getSpec().getSecurityContext().hasRunAsUser()).isTrue();
    assertThat(pod.getSpec().getSecurityContext().getSupplementalGroupsList())
        .containsExactly(5L, 70000L);
    assertThat(pod.getSpec().getTolerations(0).getTolerationSeconds()).isEqualTo(-1);
    assertThat(
            pod.getSpec().getVolumes(0).getVolumeSource().getEmptyDir().getSizeLimit().getString())
        .isEqualTo("1Gi");
    V1.Container container = pod.getSpec().getContainers(0);
    assertThat(container.getResources().getLimitsOrThrow("cpu").getString()).isEqualTo("500m");
    assertThat(container.getLivenessProbe().getHandler().getHttpGet().getPort().getStrVal())
        .isEqualTo("http");
    assertThat(container.getReadinessProbe().getHandler().getTcpSocket().getPort().getIntVal())
        .isEqualTo(8080);
  }

  @Test
  void anObjectThatComesBackIsTheSame() throws Exception {
    Answer answer =
        SERVER
            .client()
            .send(
                "PUT",
                PODS + "/rich?dryRun=All",
                get(PODS + "/rich", TYPE),
                Map.of("Content-Type", List.of(TYPE)));
    assertThat(answer.json()).isEqualTo(SERVER.client().get(PODS + "/rich").json());
  }

  @Test
  void aListIsOfItsKind() throws Exception {
    V1.PodList list =
        open(get(PODS + "?limit=5", TYPE), "v1 PodList", V1.PodList.getDefaultInstance());
    assertThat(list.getItemsList()).extracting(p -> p.getMetadata().getName()).contains("rich");
    assertThat(list.getMetadata().getResourceVersion()).isNotEmpty();
  }

  @Test
  void everyKindCanBeListed() throws Exception {
    for (Kind kind : KubernetesKinds.kinds().all()) {
      String path =
          (kind.group().isEmpty() ? "/api/" : "/apis/") + kind.apiVersion() + "/" + kind.plural();
      if (kind.stored() && SERVER.client().get(path).status() == 200) {
        raw(get(path, TYPE), kind.apiVersion() + " " + kind.listKind());
      }
    }
  }

  @Test
  void metadataAloneCanBeHad() throws Exception {
    JsonNode json = SERVER.client().get(PODS + "/rich").json();
    Meta.PartialObjectMetadata one =
        open(
            get(PODS + "/rich", METADATA),
            "meta.k8s.io/v1 PartialObjectMetadata",
            Meta.PartialObjectMetadata.getDefaultInstance());
    assertThat(one.getMetadata().getUid()).isEqualTo(json.at("/metadata/uid").asText());
    for (String version : List.of("v1", "v1beta1")) {
      byte[] list = get(PODS, METADATA_LIST + version);
      String kind = "meta.k8s.io/" + version + " PartialObjectMetadataList";
      if (version.equals("v1")) {
        assertThat(
                open(list, kind, Meta.PartialObjectMetadataList.getDefaultInstance())
                    .getItems(0)
                    .getMetadata()
                    .getLabelsMap())
            .isEqualTo(Map.of("a", "1", "b", "2"));
      } else {
        // its fields have other numbers: items first
        UnknownFieldSet fields = UnknownFieldSet.parseFrom(raw(list, kind));
        ByteString first = fields.getField(1).getLengthDelimitedList().getFirst();
        assertThat(Meta.PartialObjectMetadata.parseFrom(first).getMetadata().getName())
            .isEqualTo("rich");
      }
    }
  }

  @Test
  void aWatchIsMadeOfFrames() throws Exception {
    String maps = "/api/v1/namespaces/default/configmaps";
    Answer made =
        SERVER
            .client()
            .json("POST", maps, "{\"metadata\":{\"name\":\"w\"},\"data\":{\"k\":\"v\"}}");
    assertThat(asked(maps + "?watch=1&timeoutSeconds=1", TYPE).contentType())
        .isEqualTo(TYPE + ";stream=watch");
    try (DataInputStream in = watch(maps + "?watch=1&fieldSelector=metadata.name%3Dw", TYPE)) {
      Meta.WatchEvent added = event(in);
      assertThat(added.getType()).isEqualTo("ADDED");
      V1.ConfigMap map = configMap(added);
      assertThat(map.getDataMap()).isEqualTo(Map.of("k", "v"));
      assertThat(map.getMetadata().getResourceVersion())
          .isEqualTo(made.at("/metadata/resourceVersion"));
      SERVER.client().delete(maps + "/w");
      Meta.WatchEvent deleted = event(in);
      assertThat(deleted.getType()).isEqualTo("DELETED");
      assertThat(configMap(deleted).getMetadata().getName()).isEqualTo("w");
    }
    try (DataInputStream in = watch(maps + "?watch=1&resourceVersion=1", TYPE)) {
      Meta.WatchEvent error = event(in);
      assertThat(error.getType()).isEqualTo("ERROR");
      byte[] raw = error.getObject().getRaw().toByteArray();
      assertThat(open(raw, "v1 Status", Meta.Status.getDefaultInstance()).getCode()).isEqualTo(410);
    }
  }

  private static V1.ConfigMap configMap(Meta.WatchEvent event) throws Exception {
    return open(
        event.getObject().getRaw().toByteArray(),
        "v1 ConfigMap",
        V1.ConfigMap.getDefaultInstance());
  }

  @Test
  void metadataClientsAreStreamedWhatWasWritten() throws Exception {
    String secrets = "/api/v1/namespaces/default/secrets";
    for (String name : List.of("s-1", "s-2")) {
      SERVER.client().json("POST", secrets, "{\"metadata\":{\"name\":\"" + name + "\"}}");
    }
    String query =
        "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    try (DataInputStream in = watch(secrets + query, METADATA_CLIENT)) {
      for (String name : List.of("s-1", "s-2")) {
        Meta.WatchEvent event = event(in);
        assertThat(event.getType()).isEqualTo("ADDED");
        assertThat(metadata(event))
            .isEqualTo(
                open(
                        get(secrets + "/" + name, METADATA_CLIENT),
                        "meta.k8s.io/v1 PartialObjectMetadata",
                        Meta.PartialObjectMetadata.getDefaultInstance())
                    .getMetadata());
      }
      Meta.WatchEvent bookmark = event(in);
      assertThat(bookmark.getType()).isEqualTo("BOOKMARK");
      assertThat(metadata(bookmark).getAnnotationsMap())
          .isEqualTo(Map.of("k8s.io/initial-events-end", "true"));
    }
  }

  private static Meta.ObjectMeta metadata(Meta.WatchEvent event) throws Exception {
    return open(
            event.getObject().getRaw().toByteArray(),
            "meta.k8s.io/v1 PartialObjectMetadata",
            Meta.PartialObjectMetadata.getDefaultInstance())
        .getMetadata();
  }

  @Test
  void aRefusalIsAStatus() throws Exception {
    Answer answer = asked(PODS + "/none", TYPE);
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.contentType()).isEqualTo(TYPE);
    assertThat(answer.body()).startsWith("k8s\0").contains("pods \"none\" not found");
  }

  @Test
  void tablesCannotBeHad() {
    Answer answer = asked(PODS, TYPE + ";as=Table;g=meta.k8s.io;v=v1");
    assertThat(answer.status()).isEqualTo(406);
    assertThat(answer.body())
        .contains(
            "only the following media types are accepted: application/json, application/yaml,"
                + " application/vnd.kubernetes.protobuf");
  }

  @Test
  void whoTakesJsonAsWellGetsWhatIsStored() {
    assertThat(asked(PODS + "/rich", TYPE + ",application/json").contentType())
        .isEqualTo("application/json");
    // of metadata nothing is stored, and informers compare what they got in different ways
    assertThat(asked(PODS + "/rich", METADATA_CLIENT).contentType()).isEqualTo(TYPE);
  }

  @Test
  void aCustomResourceDefinitionIsReadWithItsSchemas() {
    JSONSchemaProps text = JSONSchemaProps.newBuilder().setType("string").build();
    JSONSchemaProps list =
        JSONSchemaProps.newBuilder()
            .setType("array")
            .setItems(V1Apiextensions.JSONSchemaPropsOrArray.newBuilder().setSchema(text))
            .setDefault(
                V1Apiextensions.JSON.newBuilder().setRaw(ByteString.copyFromUtf8("[\"a\"]")))
            .build();
    JSONSchemaProps map =
        JSONSchemaProps.newBuilder()
            .setType("object")
            .setAdditionalProperties(
                V1Apiextensions.JSONSchemaPropsOrBool.newBuilder().setAllows(true).setSchema(text))
            .build();
    JSONSchemaProps root =
        JSONSchemaProps.newBuilder()
            .setType("object")
            .putProperties("list", list)
            .putProperties("map", map)
            .build();
    V1Apiextensions.CustomResourceDefinition definition =
        V1Apiextensions.CustomResourceDefinition.newBuilder()
            .setMetadata(Meta.ObjectMeta.newBuilder().setName("things.example.com"))
            .setSpec(
                V1Apiextensions.CustomResourceDefinitionSpec.newBuilder()
                    .setGroup("example.com")
                    .setScope("Namespaced")
                    .setNames(
                        V1Apiextensions.CustomResourceDefinitionNames.newBuilder()
                            .setPlural("things")
                            .setKind("Thing"))
                    .addVersions(
                        V1Apiextensions.CustomResourceDefinitionVersion.newBuilder()
                            .setName("v1")
                            .setServed(true)
                            .setStorage(true)
                            .setSchema(
                                V1Apiextensions.CustomResourceValidation.newBuilder()
                                    .setOpenAPIV3Schema(root))))
            .build();
    String path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    byte[] body = envelope("apiextensions.k8s.io/v1", "CustomResourceDefinition", definition);
    Answer answer = SERVER.client().send("POST", path, body, Map.of("Content-Type", List.of(TYPE)));
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    assertThat(answer.json().at("/spec/versions/0/schema/openAPIV3Schema/properties").toString())
        .isEqualTo(
            "{\"list\":{\"type\":\"array\",\"default\":[\"a\"],\"items\":{\"type\":\"string\"}},"
                + "\"map\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}}");
    Answer again = asked(path + "/things.example.com", TYPE);
    assertThat(again.status()).isEqualTo(200);
  }
}
