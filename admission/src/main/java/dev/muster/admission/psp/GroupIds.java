package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import java.util.List;
import java.util.OptionalLong;

/** The strategies for group ids, whichever field holds them. */
sealed interface GroupIds {

  /** The id for who does not say, if the strategy has one. */
  default OptionalLong generated() {
    return OptionalLong.empty();
  }

  /** Checks the ids of a field, none if it is absent. */
  void check(At field, List<Long> ids, Errors errors);

  record RunAsAny() implements GroupIds {
    @Override
    public void check(At field, List<Long> ids, Errors errors) {}
  }

  /** Any of the ranges, or nothing. */
  record MayRunAs(List<IdRange> ranges) implements GroupIds {
    @Override
    public void check(At field, List<Long> ids, Errors errors) {
      for (long id : ids) {
        if (ranges.stream().noneMatch(r -> r.holds(id))) {
          errors.invalid(
              field.path(),
              InvalidValue.of(field.node()),
              "group " + id + " must be in the ranges: " + IdRange.shown(ranges));
        }
      }
    }
  }

  /** Any of the ranges; the first one's smallest id for who does not say. */
  record MustRunAs(List<IdRange> ranges) implements GroupIds {
    @Override
    public OptionalLong generated() {
      return OptionalLong.of(ranges.get(0).min());
    }

    @Override
    public void check(At field, List<Long> ids, Errors errors) {
      if (ids.isEmpty()) {
        errors.invalid(
            field.path(), "[]", "unable to validate empty groups against required ranges");
      }
      new MayRunAs(ranges).check(field, ids, errors);
    }
  }
}
