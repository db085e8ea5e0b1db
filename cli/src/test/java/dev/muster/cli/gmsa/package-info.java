@NullMarked
package dev.muster.cli.gmsa;

import org.jspecify.annotations.NullMarked;
