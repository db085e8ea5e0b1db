/**
 * Files that are read again when they change, without a restart. Each is followed by one thread of
 * its own. {@link ReloadingFile} is for configurations: what each means is said by its {@link
 * ReloadSteps}, what becomes of a change is told to a {@link ReloadObserver}.
 */
@NullMarked
package dev.muster.apiserver.reload;

import org.jspecify.annotations.NullMarked;
