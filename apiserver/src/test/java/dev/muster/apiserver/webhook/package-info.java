@NullMarked
package dev.muster.apiserver.webhook;

import org.jspecify.annotations.NullMarked;
