@NullMarked
package dev.muster.authz.rbac.defaults;

import org.jspecify.annotations.NullMarked;
