/** What admission hears of requests: all of them, each in its own shape. */
@NullMarked
package dev.muster.apiserver.admission;

import org.jspecify.annotations.NullMarked;
