/**
 * Credential specs of Windows containers: contents that were admitted, and no others. A pod's are
 * kept beside its other files from the first container on, so that config maps which change or go
 * change no container; an event tells that they did.
 *
 * <p>Thread-safe; calls for one pod come from one thread. What cannot be had now is a problem for
 * the container's status, and is tried again.
 */
@NullMarked
package dev.muster.node.credentials;

import org.jspecify.annotations.NullMarked;
