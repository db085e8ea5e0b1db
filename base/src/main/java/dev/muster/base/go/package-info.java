/** Texts, quotes and durations in the dialect of Go, which Kubernetes' users read and write. */
@NullMarked
package dev.muster.base.go;

import org.jspecify.annotations.NullMarked;
