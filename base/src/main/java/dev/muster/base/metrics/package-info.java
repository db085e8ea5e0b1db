/**
 * What a server counts, and the page that shows it in Prometheus' text format, written as Go's
 * client writes it. Counting is safe from any thread and costs no lock; a page is read by whoever
 * asks for it.
 */
@NullMarked
package dev.muster.base.metrics;

import org.jspecify.annotations.NullMarked;
