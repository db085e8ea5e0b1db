package dev.muster.controllers;

import dev.muster.controllers.reconcile.ControllerDescriptor;
import java.util.Collection;
import java.util.List;

/**
 * What {@code --controllers} asks for of a list: names, {@code *} for all, {@code -name} for none
 * of it.
 */
final class ControllerChoice {
  private final List<ControllerDescriptor> all;

  ControllerChoice(List<ControllerDescriptor> all) {
    this.all = List.copyOf(all);
  }

  /** Words that name none of the list are somebody else's. */
  List<ControllerDescriptor> chosen(Collection<String> words) {
    return all.stream()
        .filter(one -> words.stream().noneMatch(w -> w.startsWith("-") && one.isCalled(bare(w))))
        .filter(one -> words.contains("*") || words.stream().anyMatch(one::isCalled))
        .toList();
  }

  private static String bare(String word) {
    return word.startsWith("-") ? word.substring(1) : word;
  }
}
