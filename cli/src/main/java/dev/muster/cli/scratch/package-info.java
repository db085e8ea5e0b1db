/** Directories that a command makes for itself and leaves no trace of. */
@NullMarked
package dev.muster.cli.scratch;

import org.jspecify.annotations.NullMarked;
