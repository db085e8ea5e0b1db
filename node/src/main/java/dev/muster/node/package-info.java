/** The node agent: pods of the API server become containers of the runtime. */
@NullMarked
package dev.muster.node;

import org.jspecify.annotations.NullMarked;
