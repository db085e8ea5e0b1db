/**
 * {@code muster audit}: which running pods would be hurt by a stricter rule. Reads a live cluster
 * by a kubeconfig and changes nothing.
 */
@NullMarked
package dev.muster.cli.audit;

import org.jspecify.annotations.NullMarked;
