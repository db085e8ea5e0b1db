package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.Accept;
import dev.muster.apiserver.request.LoggedUri;
import dev.muster.authz.Problems;
import dev.muster.base.go.GoText;
import dev.muster.http.Body;
import dev.muster.http.Exchange;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.MediaType;
import dev.muster.model.codec.ProtobufWriter;
import dev.muster.model.codec.Yaml;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Answers that are not stored objects. */
final class Answers {
  private static final String JSON = MediaType.JSON.contentType();
  private static final String YAML = MediaType.YAML.contentType();

  private Answers() {}

  /** A Status that is the answer itself, in the format that the client asked for first. */
  static void status(Exchange exchange, Status status) {
    int code = status.code() == 0 ? 200 : status.code();
    if (status.details().retryAfterSeconds() > 0) {
      exchange.addHeader("Retry-After", Integer.toString(status.details().retryAfterSeconds()));
    }
    switch (formatOfStatus(exchange)) {
      case YAML -> exchange.respond(code, YAML, Yaml.fromTree(status.toJson()));
      case PROTOBUF -> {
        StructType type = Schema.kubernetes().struct("meta/v1.Status");
        exchange.respond(
            code,
            MediaType.PROTOBUF.contentType(),
            ProtobufWriter.write(type, "v1", "Status", status.toJson()));
      }
      case JSON ->
          exchange.respond(code, JSON, Body.of(Encoder.encode(status.toJson())).add(Ascii.NEWLINE));
    }
  }

  /** To a request that nobody could decide on, in the words of the real server. */
  static void undecided(Exchange exchange, List<String> problems) {
    String sentence =
        "Internal Server Error: "
            + GoText.quote(LoggedUri.of(exchange))
            + ": "
            + Problems.join(problems)
            + "\n";
    exchange.addHeader("X-Content-Type-Options", "nosniff");
    exchange.respond(500, "text/plain; charset=utf-8", sentence.getBytes(StandardCharsets.UTF_8));
  }

  /** JSON, unless the client asked for another one before anything else. */
  static MediaType formatOfStatus(Exchange exchange) {
    String accept = exchange.header("Accept");
    if (accept != null && accept.strip().startsWith(YAML)) {
      return MediaType.YAML;
    }
    boolean only =
        accept != null
            && accept.strip().startsWith(MediaType.PROTOBUF.contentType())
            && !accept.contains(JSON)
            && !accept.contains("*/*");
    return only ? MediaType.PROTOBUF : MediaType.JSON;
  }

  /** Where objects have no other form than their own. */
  static boolean asItself(MediaType format, String as, String group, String version) {
    return as.isEmpty();
  }

  /** An object of a type, in the format that the client accepts. */
  static void object(Exchange exchange, int code, StructType type, ObjectNode object) {
    Accept accept = Accept.of(exchange.headers("Accept"), Answers::asItself);
    Body body =
        switch (accept.format()) {
          case YAML -> Body.of(Yaml.fromTree(object));
          case PROTOBUF ->
              Body.of(
                  ProtobufWriter.write(
                      type,
                      PartialObjectMetadata.of(object).apiVersion().text(),
                      PartialObjectMetadata.of(object).kind().text(),
                      object));
          case JSON -> Body.of(Encoder.encode(type, object)).add(Ascii.NEWLINE);
        };
    exchange.respond(code, accept.contentType(), body);
  }

  static void created(Exchange exchange, Kind kind, ObjectNode object) {
    object(exchange, 201, kind.type(), object);
  }
}
