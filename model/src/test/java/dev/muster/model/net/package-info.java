@NullMarked
package dev.muster.model.net;

import org.jspecify.annotations.NullMarked;
