@NullMarked
package dev.muster.controllers.simulated;

import org.jspecify.annotations.NullMarked;
