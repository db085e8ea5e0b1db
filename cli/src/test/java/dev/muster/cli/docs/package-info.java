/** Every command that the documentation shows is run, and what it shows is what came out. */
@NullMarked
package dev.muster.cli.docs;

import org.jspecify.annotations.NullMarked;
