@NullMarked
package dev.muster.apiserver.request;

import org.jspecify.annotations.NullMarked;
