@NullMarked
package dev.muster.controllers.daemons;

import org.jspecify.annotations.NullMarked;
