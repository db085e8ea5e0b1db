/** What a request asks for: the resource, the verb and the options. Immutable values. */
@NullMarked
package dev.muster.apiserver.request;

import org.jspecify.annotations.NullMarked;
