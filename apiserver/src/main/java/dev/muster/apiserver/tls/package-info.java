@NullMarked
package dev.muster.apiserver.tls;

import org.jspecify.annotations.NullMarked;
