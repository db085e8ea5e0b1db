@NullMarked
package dev.muster.api.features;

import org.jspecify.annotations.NullMarked;
