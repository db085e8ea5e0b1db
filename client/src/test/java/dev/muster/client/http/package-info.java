@NullMarked
package dev.muster.client.http;

import org.jspecify.annotations.NullMarked;
