@NullMarked
package dev.muster.cli.logging;

import org.jspecify.annotations.NullMarked;
