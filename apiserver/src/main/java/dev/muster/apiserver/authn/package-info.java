@NullMarked
package dev.muster.apiserver.authn;

import org.jspecify.annotations.NullMarked;
