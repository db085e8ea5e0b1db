/** Authorities and certificates that tests make up, and the client's side of TLS with a server. */
@NullMarked
package dev.muster.apiserver.certificates;

import org.jspecify.annotations.NullMarked;
