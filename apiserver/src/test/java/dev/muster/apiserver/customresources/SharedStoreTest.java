package dev.muster.apiserver.customresources;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.webhook.WebhookClient;
import dev.muster.apiserver.registry.Create;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.ManagedFieldOwnership;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.WriteAdmission;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.apiserver.registry.WriteRules;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Store;
import dev.muster.testing.Await;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Definitions that another server writes, who shares the store, are served here as well. */
@Timeout(60)
class SharedStoreTest {
  private static final String DEFINITION =
      """
      {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
       "metadata":{"name":"widgets.shared.example.com"},
       "spec":{"group":"shared.example.com","scope":"Namespaced",
        "conversion":{"strategy":"None"},
        "names":{"plural":"widgets","singular":"widget","kind":"Widget","listKind":"WidgetList"},
        "versions":[{"name":"v1","served":true,"storage":true,
         "schema":{"openAPIV3Schema":{"type":"object"}}}]}}
      """;

  private final Kinds kinds = KubernetesKinds.kinds();
  private final InstantSource clock = InstantSource.system();
  private final Kind definitions =
      kinds.byKind("apiextensions.k8s.io/v1", "CustomResourceDefinition").orElseThrow();

  private WriteRequest request(String name) {
    return new WriteRequest(
        definitions,
        definitions,
        "",
        name,
        "",
        DefinitionWriter.SERVER,
        false,
        "other",
        warning -> {});
  }

  @Test
  void comeAndGoWithTheStoresEvents() throws Exception {
    WebhookClient nobody =
        (endpoint, body, timeout) -> {
          throw new WebhookClient.CallException("nobody there");
        };
    try (Store<StoredObject> store = EmbeddedStore.inMemory()) {
      WriteAdmission admission = new WriteAdmission(new AdmissionChain(List.of()));
      WriteRules rules = WriteRules.of(new ManagedFieldOwnership(new ManagedFields(kinds), clock));
      Registry other = new Registry(store, admission, rules, clock);
      Deletes deletes = new Deletes(other, admission, rules, clock);
      try (CustomResources own = new CustomResources(store, kinds, nobody, clock)) {
        own.start(other, deletes, () -> {});
        other.write(new Create(request(""), definition()));
        Await.until(
            "the kind is served",
            () -> kinds.byKind("shared.example.com/v1", "Widget").isPresent());
        Await.until("its names are accepted", () -> established(store));
        deletes.delete(request("widgets.shared.example.com"), DeleteOptions.DEFAULT);
        Await.until(
            "the kind is gone", () -> kinds.byKind("shared.example.com/v1", "Widget").isEmpty());
        assertThat(store.snapshot().count("customresourcedefinitions/", "")).isZero();
      }
    }
  }

  private static boolean established(Store<StoredObject> store) {
    var entry = store.snapshot().get("customresourcedefinitions/widgets.shared.example.com");
    return entry != null
        && entry
            .value()
            .tree()
            .path("status")
            .path("conditions")
            .toString()
            .contains("Established");
  }

  private ObjectNode definition() throws IOException {
    try {
      return Decoder.decode(definitions.type(), new ObjectMapper().readTree(DEFINITION)).object();
    } catch (DecodeException e) {
      throw new IOException(e);
    }
  }
}
