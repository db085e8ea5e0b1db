@NullMarked
package dev.muster.client.queue;

import org.jspecify.annotations.NullMarked;
