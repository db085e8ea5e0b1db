/** Proxies, with real sockets at both ends. */
@NullMarked
package dev.muster.apiserver.proxy;

import org.jspecify.annotations.NullMarked;
