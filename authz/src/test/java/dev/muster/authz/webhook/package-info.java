@NullMarked
package dev.muster.authz.webhook;

import org.jspecify.annotations.NullMarked;
