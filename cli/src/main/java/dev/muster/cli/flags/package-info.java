/** How flags of several commands are read. */
@NullMarked
package dev.muster.cli.flags;

import org.jspecify.annotations.NullMarked;
