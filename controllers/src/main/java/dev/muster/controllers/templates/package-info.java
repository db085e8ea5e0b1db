/**
 * Hashes of pod templates, equal to Kubernetes' own: FNV-1a over the text that its Go structs print
 * as. Pure functions.
 */
@NullMarked
package dev.muster.controllers.templates;

import org.jspecify.annotations.NullMarked;
