package dev.muster.apiserver.handlers;

import dev.muster.apiserver.request.Accept;
import dev.muster.apiserver.request.Query;
import dev.muster.http.Exchange;
import dev.muster.model.codec.MediaType;
import dev.muster.model.codec.ProtobufWriter;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.time.InstantSource;

/** Chooses the encoding that a client accepts. */
final class Negotiation {
  private final Kinds kinds;
  private final InstantSource clock;

  Negotiation(Kinds kinds, InstantSource clock) {
    this.kinds = kinds;
    this.clock = clock;
  }

  /** The encoding for objects and lists of a kind. */
  NegotiatedEncoding of(Exchange exchange, Kind kind, Query query) {
    Accept.Offers offers =
        (format, as, group, version) ->
            as.isEmpty()
                ? format != MediaType.PROTOBUF || ProtobufWriter.writes(kind.type())
                : TableEncoding.offers(format, as, group, version);
    Accept accept =
        kind.type().content() == null
            ? Accept.of(exchange.headers("Accept"), offers)
            : Accept.ofCustom(exchange.headers("Accept"), offers);
    if (!accept.as().isEmpty()) {
      return new TableEncoding(kind, accept, query, clock);
    }
    boolean stored = kind.type().content() == null && kinds.storedAs(kind).equals(kind);
    if (accept.format() == MediaType.JSON && stored && !query.flag("pretty")) {
      return new StoredEncoding(kind);
    }
    return new ConvertedEncoding(kind, accept, query.flag("pretty"));
  }
}
