package dev.muster.apiserver.metrics;

/** Something that shows itself on the page. */
interface Metric {
  void write(Page page);
}
