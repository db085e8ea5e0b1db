@NullMarked
package dev.muster.network.dns;

import org.jspecify.annotations.NullMarked;
