@NullMarked
package dev.muster.apiserver.authzconfig;

import org.jspecify.annotations.NullMarked;
