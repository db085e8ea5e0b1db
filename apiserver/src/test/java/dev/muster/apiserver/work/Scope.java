package dev.muster.apiserver.work;

import java.util.List;

/** How much a sweep looks at. */
enum Scope {
  /** Each list where its type first has it, in the ways that go through most code. */
  DECLARED(
      false,
      200,
      List.of(new Grown(Elements.COLLIDING, true)),
      List.of(Request.CREATE, Request.APPLY, Request.NODE_GRAPH)),

  /** Each list wherever a kind has it, in every way. */
  EVERYTHING(
      true,
      600,
      List.of(
          new Grown(Elements.COLLIDING, true),
          new Grown(Elements.COLLIDING, false),
          new Grown(Elements.ALIKE, true),
          new Grown(Elements.ALIKE, false)),
      List.of(Request.values()));

  final boolean everywhere;
  final int length;
  final List<Grown> grown;
  final List<Request> requests;

  Scope(boolean everywhere, int length, List<Grown> grown, List<Request> requests) {
    this.everywhere = everywhere;
    this.length = length;
    this.grown = grown;
    this.requests = requests;
  }
}
