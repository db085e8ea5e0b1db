package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.Accept;
import dev.muster.http.Body;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.MediaType;
import dev.muster.model.codec.ProtobufWriter;
import dev.muster.model.codec.Yaml;
import dev.muster.model.scheme.Kind;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import dev.muster.views.MetaV1.PartialObjectMetadata;

/**
 * How what a client asked for about a kind is written, whatever it is: the object, a list, its
 * metadata, a refusal.
 *
 * @param pretty indented for people
 */
record TreeEncoding(Kind kind, Accept accept, boolean pretty) {

  /** A client that watches is told that what it gets is a stream, unless it is one of lines. */
  String streamContentType() {
    return protobuf() ? accept.contentType() + ";stream=watch" : accept.contentType();
  }

  void write(ObjectNode tree, Body out) {
    if (protobuf()) {
      out.add(ProtobufWriter.write(type(tree), apiVersion(tree), kind(tree), tree));
    } else {
      text(tree, out);
    }
  }

  /** Texts are on one line, whoever reads them: a watch is not for people. */
  void event(String type, ObjectNode tree, Body out) {
    if (protobuf()) {
      out.add(ProtobufWriter.event(type, type(tree), apiVersion(tree), kind(tree), tree));
      return;
    }
    ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", type);
    event.set("object", tree);
    out.add(Encoder.encode(event)).add(Ascii.NEWLINE);
  }

  private void text(ObjectNode tree, Body out) {
    if (accept.yaml()) {
      out.add(Yaml.fromTree(tree));
    } else if (pretty) {
      out.add(Ascii.bytes(tree.toPrettyString())).add(Ascii.NEWLINE);
    } else {
      out.add(Encoder.encode(tree)).add(Ascii.NEWLINE);
    }
  }

  private boolean protobuf() {
    return accept.format() == MediaType.PROTOBUF;
  }

  private StructType type(ObjectNode tree) {
    String name = kind(tree);
    if (apiVersion(tree).startsWith("meta.k8s.io/") || name.equals("Status")) {
      String own = "meta/" + accept.version() + "." + name;
      StructType found = Schema.kubernetes().find(own);
      return found == null ? Schema.kubernetes().struct("meta/v1." + name) : found;
    }
    return name.equals(kind.kind())
        ? kind.type()
        : Schema.kubernetes().struct(kind.type().name() + "List");
  }

  private static String kind(ObjectNode tree) {
    return PartialObjectMetadata.of(tree).kind().text();
  }

  private static String apiVersion(ObjectNode tree) {
    return PartialObjectMetadata.of(tree).apiVersion().text();
  }
}
