/** The composition root: from a configuration to a running server. */
@NullMarked
package dev.muster.apiserver.server;

import org.jspecify.annotations.NullMarked;
