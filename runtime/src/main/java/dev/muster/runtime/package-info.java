/** A CRI v1 server on conmon and runc. */
@NullMarked
package dev.muster.runtime;

import org.jspecify.annotations.NullMarked;
