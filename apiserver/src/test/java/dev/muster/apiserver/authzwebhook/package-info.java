@NullMarked
package dev.muster.apiserver.authzwebhook;

import org.jspecify.annotations.NullMarked;
