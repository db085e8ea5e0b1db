/** Regular expressions of the whole project: none of them may be made to run long or deep. */
@NullMarked
package dev.muster.cli.patterns;

import org.jspecify.annotations.NullMarked;
