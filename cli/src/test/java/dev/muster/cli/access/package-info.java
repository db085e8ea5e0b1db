@NullMarked
package dev.muster.cli.access;

import org.jspecify.annotations.NullMarked;
