@NullMarked
package dev.muster.client.events;

import org.jspecify.annotations.NullMarked;
