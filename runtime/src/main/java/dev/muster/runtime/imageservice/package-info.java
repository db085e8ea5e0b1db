/**
 * CRI's ImageService on the image store: from messages to calls and back.
 *
 * <p>Thread-safe. Bad requests are INVALID_ARGUMENT, an image that no registry has NOT_FOUND, and
 * anything else that goes wrong UNKNOWN with its reason, as clients of other runtimes know it.
 */
@NullMarked
package dev.muster.runtime.imageservice;

import org.jspecify.annotations.NullMarked;
