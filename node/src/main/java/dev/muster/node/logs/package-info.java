/**
 * Container logs as CRI runtimes write them: a line is a time, a stream, a tag and the text.
 *
 * <p>Stateless readers of files that grow. A line that cannot be read is left out.
 */
@NullMarked
package dev.muster.node.logs;

import org.jspecify.annotations.NullMarked;
