@NullMarked
package dev.muster.cli.images;

import org.jspecify.annotations.NullMarked;
