/**
 * What the server counts and measures, under kube-apiserver's names, and its page in Prometheus'
 * text format. Counting takes no lock and never fails; label values come from bounded sets, so that
 * no client can fill the memory.
 */
@NullMarked
package dev.muster.apiserver.metrics;

import org.jspecify.annotations.NullMarked;
