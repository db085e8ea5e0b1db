@NullMarked
package dev.muster.cli.psp;

import org.jspecify.annotations.NullMarked;
