/** Jobs and quotas on a real server, while things go wrong. */
@NullMarked
package dev.muster.apiserver.batch;

import org.jspecify.annotations.NullMarked;
