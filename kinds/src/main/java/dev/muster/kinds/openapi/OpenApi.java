package dev.muster.kinds.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.discovery.Document;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.types.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All OpenAPI documents of one set of kinds. */
public final class OpenApi {
  private final Schema schema = Schema.kubernetes();
  private final KindNames names;
  private final String version;
  private final Fingerprint fingerprint;
  private final TreeMap<String, List<Kind>> byPath = new TreeMap<>();
  private final Map<String, Document> documents = new HashMap<>();
  private final Document index = new Document(this::index);
  private final Document v2 = new Document(this::document2);

  /**
   * @param version of the server, as the documents tell it
   */
  public OpenApi(Kinds kinds, String version) {
    this.version = version;
    this.names = new KindNames(kinds, schema);
    this.fingerprint = new Fingerprint(schema, version);
    for (Kind kind : kinds.all()) {
      String path = (kind.group().isEmpty() ? "api/" : "apis/") + kind.apiVersion();
      byPath.computeIfAbsent(path, p -> new ArrayList<>()).add(kind);
    }
    byPath.forEach((path, of) -> documents.put(path, new Document(() -> document3(path, of))));
  }

  /**
   * {@code /openapi/v3}: where the documents are, each address with a hash that changes with the
   * document.
   */
  public Document v3Index() {
    return index;
  }

  /**
   * {@code /openapi/v3/PATH}.
   *
   * @param path such as {@code api/v1} or {@code apis/apps/v1}
   */
  public Optional<Document> v3(String path) {
    return Optional.ofNullable(documents.get(path));
  }

  /** The hash that the index gives in a document's address; it does not need the document. */
  public Optional<String> v3Hash(String path) {
    return Optional.ofNullable(byPath.get(path)).map(kinds -> fingerprint.of(path, kinds));
  }

  /** {@code /openapi/v2}: everything in one document. */
  public Document v2() {
    return v2;
  }

  /** The definitions of {@link #v2} as a protobuf message; rarely asked for, so made anew. */
  public byte[] v2Protobuf() {
    return ProtoDocument.of(document2());
  }

  private ObjectNode index() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    ObjectNode paths = out.putObject("paths");
    for (String path : byPath.keySet()) {
      paths
          .putObject(path)
          .put("serverRelativeURL", "/openapi/v3/" + path + "?hash=" + v3Hash(path).orElseThrow());
    }
    return out;
  }

  private ObjectNode document3(String path, List<Kind> kinds) {
    Definitions definitions = new Definitions(Style.V3, names);
    OpenApiPaths paths = new OpenApiPaths(Style.V3, schema, definitions);
    paths.add(path, kinds);
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("openapi", "3.0.0");
    out.putObject("info").put("title", "Kubernetes").put("version", version);
    out.set("paths", paths.written());
    out.putObject("components").set("schemas", definitions.written());
    return out;
  }

  private ObjectNode document2() {
    Definitions definitions = new Definitions(Style.V2, names);
    OpenApiPaths paths = new OpenApiPaths(Style.V2, schema, definitions);
    byPath.forEach(paths::add);
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("swagger", "2.0");
    out.putObject("info").put("title", "Kubernetes").put("version", version);
    out.set("paths", paths.written());
    out.set("definitions", definitions.written());
    return out;
  }
}
