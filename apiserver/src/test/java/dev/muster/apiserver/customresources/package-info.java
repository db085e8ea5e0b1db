@NullMarked
package dev.muster.apiserver.customresources;

import org.jspecify.annotations.NullMarked;
