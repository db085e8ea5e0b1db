package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.View;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * One kind of source that a volume can have.
 *
 * @param of the source in a volume, or in the spec of a persistent one
 * @param rule what a source of this kind asks for
 * @param extraAs its name in the message for one source too many; empty for its own
 */
record Source<H extends View, S extends View>(
    Function<H, S> of, BiConsumer<S, Errors> rule, String extraAs) {

  static <H extends View, S extends View> Source<H, S> of(
      Function<H, S> of, BiConsumer<S, Errors> rule) {
    return new Source<>(of, rule, "");
  }

  Source<H, S> extraAs(String name) {
    return new Source<>(of, rule, name);
  }

  /** Checks the kinds in their order; returns how many sources there are with those before. */
  static <H extends View> int check(List<Source<H, ?>> kinds, H volume, int before, Errors errors) {
    int found = before;
    for (Source<H, ?> kind : kinds) {
      if (kind.check(volume, found, errors)) {
        found++;
      }
    }
    return found;
  }

  /** Checks the source if it is there and the first; true if there is one. */
  boolean check(H volume, int foundBefore, Errors errors) {
    S source = of.apply(volume);
    if (source.absent()) {
      return false;
    }
    if (foundBefore > 0) {
      Path at = extraAs.isEmpty() ? source.at().path() : volume.at().path().child(extraAs);
      errors.forbidden(at, "may not specify more than 1 volume type");
    } else {
      rule.accept(source, errors);
    }
    return true;
  }
}
