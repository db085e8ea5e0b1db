@NullMarked
package dev.muster.authz.rbac.escalation;

import org.jspecify.annotations.NullMarked;
