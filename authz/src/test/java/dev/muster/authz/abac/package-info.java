@NullMarked
package dev.muster.authz.abac;

import org.jspecify.annotations.NullMarked;
