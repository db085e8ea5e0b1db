@NullMarked
package dev.muster.network.proxy;

import org.jspecify.annotations.NullMarked;
