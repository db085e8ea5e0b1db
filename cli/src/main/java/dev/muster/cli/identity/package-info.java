/** Which identity the processes of a pod get, shown to people and to scripts. */
@NullMarked
package dev.muster.cli.identity;

import org.jspecify.annotations.NullMarked;
