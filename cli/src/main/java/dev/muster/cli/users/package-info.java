/** Users: who they are is told by certificates that the cluster signs. */
@NullMarked
package dev.muster.cli.users;

import org.jspecify.annotations.NullMarked;
