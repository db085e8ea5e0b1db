/** Objects, a cluster in memory, and writes that go through admission as the registry's do. */
@NullMarked
package dev.muster.admission.writes;

import org.jspecify.annotations.NullMarked;
