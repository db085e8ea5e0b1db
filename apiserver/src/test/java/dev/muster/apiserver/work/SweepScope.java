package dev.muster.apiserver.work;

import java.util.List;

/** How much a sweep looks at. */
enum SweepScope {
  /** Each list where its type first has it, in the ways that go through most code. */
  DECLARED(
      false,
      200,
      List.of(new Grown(Elements.COLLIDING, true)),
      List.of(LargeRequest.CREATE, LargeRequest.APPLY, LargeRequest.NODE_GRAPH)),

  /** Each list wherever a kind has it, in every way. */
  EVERYTHING(
      true,
      600,
      List.of(
          new Grown(Elements.COLLIDING, true),
          new Grown(Elements.COLLIDING, false),
          new Grown(Elements.ALIKE, true),
          new Grown(Elements.ALIKE, false)),
      List.of(LargeRequest.values()));

  final boolean everywhere;
  final int length;
  final List<Grown> grown;
  final List<LargeRequest> requests;

  SweepScope(boolean everywhere, int length, List<Grown> grown, List<LargeRequest> requests) {
    this.everywhere = everywhere;
    this.length = length;
    this.grown = grown;
    this.requests = requests;
  }
}
