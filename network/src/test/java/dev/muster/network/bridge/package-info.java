@NullMarked
package dev.muster.network.bridge;

import org.jspecify.annotations.NullMarked;
