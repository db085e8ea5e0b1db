package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.resourcemetrics.NodeScrapes;
import dev.muster.http.Body;
import java.time.InstantSource;
import java.util.List;

/** Objects of {@code metrics.k8s.io}: nodes are asked when somebody asks. */
abstract class UsageHandler implements Subresources.Handler {
  final ClusterView cluster;
  final NodeScrapes scrapes;
  final InstantSource clock;
  private final Negotiation encodings;

  UsageHandler(
      ClusterView cluster, NodeScrapes scrapes, Negotiation encodings, InstantSource clock) {
    this.cluster = cluster;
    this.scrapes = scrapes;
    this.encodings = encodings;
    this.clock = clock;
  }

  /** The one of the request's name. */
  abstract StoredObject one(ResourceRequest request) throws InterruptedException;

  /** Those that the request selects. */
  abstract List<StoredObject> all(ResourceRequest request) throws InterruptedException;

  @Override
  public final void handle(ResourceRequest request) throws InterruptedException {
    NegotiatedEncoding encoding = encodings.of(request.exchange(), request.kind(), request.query());
    Body body = new Body(2);
    if (request.target().name().isEmpty()) {
      encoding.list(new NegotiatedEncoding.Page(all(request), 0, "", -1), body);
    } else {
      encoding.object(one(request), body);
    }
    request.exchange().respond(200, encoding.contentType(), body);
  }
}
