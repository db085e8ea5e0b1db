package dev.muster.authz.rbac;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds, among very many roles of one subject, those that mention a resource, so that a check does
 * not grow with their number. Immutable; valid for the roles it was made of.
 */
final class RoleFinder {
  private final BoundRole[] bound;
  private final RoleSlots madeFor;
  private final CompiledRole[] roles;
  private final ResourceTable byResource;
  private final int[] withUrls;
  private final int[] missing;

  RoleFinder(BoundRole[] bound, RoleSlots slots) {
    this.bound = bound;
    this.madeFor = slots;
    this.roles = Arrays.stream(bound).map(b -> slots.get(b.slot())).toArray(CompiledRole[]::new);
    this.byResource = new ResourceTable(Arrays.stream(roles).map(RoleFinder::resources).toList());
    this.withUrls = numbers(RoleFinder::mentionsUrls);
    this.missing = numbers(role -> role == CompiledRole.MISSING);
  }

  private RoleFinder(RoleFinder same, RoleSlots slots) {
    this.bound = same.bound;
    this.madeFor = slots;
    this.roles = same.roles;
    this.byResource = same.byResource;
    this.withUrls = same.withUrls;
    this.missing = same.missing;
  }

  RoleFinder updatedFor(RoleSlots slots) {
    if (slots == madeFor) {
      return this;
    }
    for (int i = 0; i < bound.length; i++) {
      if (slots.get(bound[i].slot()) != roles[i]) {
        return new RoleFinder(bound, slots);
      }
    }
    return new RoleFinder(this, slots);
  }

  void forEachMissing(Consumer<Posting> visitor) {
    for (int number : missing) {
      bound[number].forEachReference(visitor);
    }
  }

  /** See {@link CompiledRules#match} for the numbers. */
  Decision.@Nullable Allow find(Attributes request, int verb, int exact, int anyParent) {
    if (!request.resourceRequest()) {
      return firstOf(withUrls, request, verb, exact, anyParent);
    }
    int[] listing = byResource.listing(request.resource(), request.subresource(), exact);
    Decision.Allow found = firstOf(listing, request, verb, exact, anyParent);
    if (found == null && !request.subresource().isEmpty()) {
      listing = byResource.listing("*", request.subresource(), anyParent);
      found = firstOf(listing, request, verb, exact, anyParent);
    }
    return found == null
        ? firstOf(byResource.listingAll(), request, verb, exact, anyParent)
        : found;
  }

  private Decision.@Nullable Allow firstOf(
      int[] numbers, Attributes request, int verb, int exact, int anyParent) {
    for (int number : numbers) {
      int rule = roles[number].rules().match(request, verb, exact, anyParent);
      if (rule >= 0) {
        return bound[number].first().allow(request.user(), roles[number], rule);
      }
    }
    return null;
  }

  private int[] numbers(Predicate<CompiledRole> wanted) {
    return IntStream.range(0, roles.length).filter(i -> wanted.test(roles[i])).toArray();
  }

  private static List<String> resources(CompiledRole role) {
    var source = role.source();
    return source == null
        ? List.of()
        : source.rules().stream().flatMap(rule -> rule.resources().stream()).toList();
  }

  private static boolean mentionsUrls(CompiledRole role) {
    var source = role.source();
    return source != null
        && source.rules().stream().anyMatch(rule -> !rule.nonResourceURLs().isEmpty());
  }
}
