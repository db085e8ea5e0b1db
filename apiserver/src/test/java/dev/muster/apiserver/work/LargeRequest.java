package dev.muster.apiserver.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** A way for a large object to come to the server, or to be asked for. */
enum LargeRequest {
  CREATE("POST", "application/json", false),
  CREATE_YAML("POST", "application/yaml", false),
  REPLACE("PUT", "application/json", true),
  REPLACE_STATUS("PUT", "application/json", true),
  STRATEGIC_MERGE("PATCH", "application/strategic-merge-patch+json", true),
  MERGE("PATCH", "application/merge-patch+json", true),
  APPLY("PATCH", "application/apply-patch+yaml", true),
  TABLE("GET", "application/json;as=Table;v=v1;g=meta.k8s.io", true),
  PROTOBUF("GET", "application/vnd.kubernetes.protobuf", true),

  /** A question about a node, for which the graph of nodes takes the object in. */
  NODE_GRAPH("POST", "application/json", true);

  private static final Set<String> IN_NODE_GRAPH =
      Set.of("Pod", "PersistentVolume", "VolumeAttachment");

  private static final byte[] REVIEW =
      """
      {"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/v1","spec":{
       "user":"system:node:x","groups":["system:nodes"],
       "resourceAttributes":{"verb":"get","resource":"secrets","namespace":"default","name":"x"}}}
      """
          .getBytes(StandardCharsets.UTF_8);

  final String method;

  /** Of the body, or of the answer if there is none. */
  final String type;

  /** An object of the same size is there. */
  final boolean stored;

  LargeRequest(String method, String type, boolean stored) {
    this.method = method;
    this.type = type;
    this.stored = stored;
  }

  boolean fits(Kind kind) {
    return switch (this) {
      case CREATE, CREATE_YAML -> kind.verbs().contains("create");
      case NODE_GRAPH -> IN_NODE_GRAPH.contains(kind.kind());
      case REPLACE_STATUS -> kind.subresource("status").isPresent();
      default -> kind.verbs().contains("patch");
    };
  }

  String path(Kind kind) {
    String path =
        (kind.group().isEmpty() ? "/api/" : "/apis/")
            + kind.apiVersion()
            + (kind.namespaced() ? "/namespaces/default/" : "/")
            + kind.plural();
    String query = "?dryRun=All&fieldValidation=Strict";
    return switch (this) {
      case CREATE, CREATE_YAML -> path + query;
      case NODE_GRAPH -> "/apis/authorization.k8s.io/v1/subjectaccessreviews";
      case REPLACE_STATUS -> path + "/o/status" + query;
      case APPLY -> path + "/o" + query + "&fieldManager=m&force=true";
      case TABLE, PROTOBUF -> path + "/o";
      default -> path + "/o" + query;
    };
  }

  /** What is stored, as this request may carry it: the other way round, and without a version. */
  byte[] body(ObjectNode stored) {
    if (this == NODE_GRAPH) {
      return REVIEW;
    }
    ObjectNode body = stored.deepCopy();
    ObjectNode metadata = (ObjectNode) body.get("metadata");
    metadata.remove("resourceVersion");
    if (!this.stored) {
      metadata.put("name", "new").remove("uid");
    } else if (this != APPLY) {
      turn(body);
    }
    return Sweep.bytes(body);
  }

  private static void turn(JsonNode node) {
    if (node instanceof ArrayNode array) {
      for (int i = 0, j = array.size() - 1; i < j; i++, j--) {
        JsonNode first = array.get(i);
        array.set(i, array.get(j));
        array.set(j, first);
      }
    }
    node.forEach(LargeRequest::turn);
  }
}
