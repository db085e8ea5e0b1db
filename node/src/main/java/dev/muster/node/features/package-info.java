/** What this node can do, given its version, its feature gates and its runtime. Pure. */
@NullMarked
package dev.muster.node.features;

import org.jspecify.annotations.NullMarked;
