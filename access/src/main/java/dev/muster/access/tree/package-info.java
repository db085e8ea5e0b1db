/** Answers as trees, the same for scripts that run a command and for clients of the API. */
@NullMarked
package dev.muster.access.tree;

import org.jspecify.annotations.NullMarked;
