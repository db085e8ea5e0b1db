@NullMarked
package dev.muster.api.net;

import org.jspecify.annotations.NullMarked;
