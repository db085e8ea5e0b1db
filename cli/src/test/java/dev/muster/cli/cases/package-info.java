@NullMarked
package dev.muster.cli.cases;

import org.jspecify.annotations.NullMarked;
