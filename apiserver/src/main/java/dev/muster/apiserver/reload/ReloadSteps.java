package dev.muster.apiserver.reload;

import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How a changed file comes into force. Each step refuses with an exception whose message says all
 * that is wrong.
 *
 * @param <C> the configuration
 * @param <U> what it is made into
 * @param read and validates, also against what must not change while the server runs
 * @param build begins to make what it says
 * @param take uses that from now on, and closes what was used before
 */
public record ReloadSteps<C, U extends ReloadCandidate>(
    Function<byte[], LoadedConfig<C>> read, Function<C, U> build, Consumer<U> take) {}
