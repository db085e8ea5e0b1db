package dev.muster.node.probes;

/** The three questions: has it started, is it alive, can it serve. */
enum ProbeType {
  STARTUP("startupProbe", "Startup"),
  LIVENESS("livenessProbe", "Liveness"),
  READINESS("readinessProbe", "Readiness");

  final String field;
  final String words;

  ProbeType(String field, String words) {
    this.field = field;
    this.words = words;
  }
}
