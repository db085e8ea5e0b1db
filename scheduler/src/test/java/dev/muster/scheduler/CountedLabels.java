package dev.muster.scheduler;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Labels that count how often they are held against something. */
final class CountedLabels extends HashMap<String, String> {
  private static final long serialVersionUID = 1;

  long reads;

  CountedLabels(Map<String, String> of) {
    super(of);
  }

  @Override
  public @Nullable String get(Object key) {
    reads++;
    return super.get(key);
  }

  @Override
  public boolean containsKey(Object key) {
    reads++;
    return super.containsKey(key);
  }
}
