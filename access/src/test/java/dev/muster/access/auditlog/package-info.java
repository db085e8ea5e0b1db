@NullMarked
package dev.muster.access.auditlog;

import org.jspecify.annotations.NullMarked;
