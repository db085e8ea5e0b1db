/**
 * The real kubectl, unmodified, against a whole server in this process. It has to be on the PATH; a
 * machine without it fails these tests.
 */
@NullMarked
package dev.muster.apiserver.kubectl;

import org.jspecify.annotations.NullMarked;
