/**
 * Windows accounts for containers of a docker engine, which takes a credential spec only as a file
 * in a directory of its own. The file is there from the creation of a container until its start,
 * and no longer: not after a refusal, a failure or the end of this process. Safe for any thread.
 */
@NullMarked
package dev.muster.runtime.docker;

import org.jspecify.annotations.NullMarked;
