@NullMarked
package dev.muster.apiserver.http;

import org.jspecify.annotations.NullMarked;
