@NullMarked
package dev.muster.controllers.statefulsets;

import org.jspecify.annotations.NullMarked;
