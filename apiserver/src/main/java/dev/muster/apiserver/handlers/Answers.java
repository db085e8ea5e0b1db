package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.codec.Encoder;
import dev.muster.api.codec.Yaml;
import dev.muster.api.kinds.Kind;
import dev.muster.api.schema.StructType;
import dev.muster.api.status.Status;
import dev.muster.apiserver.http.Body;
import dev.muster.apiserver.http.Exchange;
import dev.muster.apiserver.request.Accept;
import dev.muster.apiserver.request.LoggedUri;
import dev.muster.authz.Problems;
import dev.muster.authz.Quote;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Answers that are not stored objects. */
final class Answers {
  private Answers() {}

  /** A Status that is the answer itself, in the format that the client asked for first. */
  static void status(Exchange exchange, Status status) {
    int code = status.code() == 0 ? 200 : status.code();
    if (prefersYaml(exchange)) {
      exchange.respond(code, "application/yaml", Yaml.fromTree(status.toJson()));
    } else {
      exchange.respond(
          code, "application/json", Body.of(Encoder.encode(status.toJson())).add(Ascii.NEWLINE));
    }
  }

  /** To a request that nobody could decide on, in the words of the real server. */
  static void undecided(Exchange exchange, List<String> problems) {
    String sentence =
        "Internal Server Error: "
            + Quote.of(LoggedUri.of(exchange))
            + ": "
            + Problems.join(problems)
            + "\n";
    exchange.addHeader("X-Content-Type-Options", "nosniff");
    exchange.respond(500, "text/plain; charset=utf-8", sentence.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether the client asked for YAML before anything else. */
  static boolean prefersYaml(Exchange exchange) {
    String accept = exchange.header("Accept");
    return accept != null && accept.strip().startsWith("application/yaml");
  }

  static void yamlStatus(Exchange exchange, Status status) {
    exchange.respond(status.code(), "application/yaml", Yaml.fromTree(status.toJson()));
  }

  /** An object of a type, in the format that the client accepts. */
  static void object(Exchange exchange, int code, StructType type, ObjectNode object) {
    Accept accept = Accept.of(exchange.headers("Accept"), (as, group, version) -> false);
    if (accept.yaml()) {
      exchange.respond(code, accept.contentType(), Yaml.fromTree(object));
    } else {
      exchange.respond(
          code, accept.contentType(), Body.of(Encoder.encode(type, object)).add(Ascii.NEWLINE));
    }
  }

  static void created(Exchange exchange, Kind kind, ObjectNode object) {
    object(exchange, 201, kind.type(), object);
  }
}
