@NullMarked
package dev.muster.client.informers;

import org.jspecify.annotations.NullMarked;
