/** From a request to an answer: negotiation, decoding, the registry, encoding. */
@NullMarked
package dev.muster.apiserver.handlers;

import org.jspecify.annotations.NullMarked;
