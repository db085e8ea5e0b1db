/** Secret, config map, downward API and projected payloads as files with exact modes. */
@NullMarked
package dev.muster.volumes;

import org.jspecify.annotations.NullMarked;
