package dev.muster.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The chain goes over a request once more if a webhook or a policy changed the object; then the
 * plugins that ask here leave out what need not see it again. Belongs to one request.
 */
public final class Reinvocation {
  private final Map<String, Memory> memories = new HashMap<>();
  private boolean wanted;
  private boolean again;

  /** The object was changed by somebody after whom others may want to look at it again. */
  public void want() {
    wanted = true;
  }

  boolean wanted() {
    return wanted;
  }

  void start() {
    again = true;
  }

  /** What a plugin remembers of the request. */
  public Memory of(String plugin) {
    return memories.computeIfAbsent(plugin, any -> new Memory());
  }

  /** Who looked at the object, and who has to look again. */
  public final class Memory {
    private final Set<Object> invoked = new HashSet<>();
    private final Set<Object> due = new HashSet<>();
    private @Nullable ObjectNode left;

    /** The plugin's turn begins. */
    public void enter(@Nullable ObjectNode object) {
      if (again && object != null && !object.equals(left)) {
        changed();
      }
    }

    /** Whether this one is left out: it has seen the object as it is, or wants to see it once. */
    public boolean skips(Object one) {
      return again && !due.contains(one);
    }

    /** This one looked at the object and wants to see what becomes of it. */
    public void follow(Object one) {
      invoked.add(one);
    }

    /** The object is not as those saw it who looked before. */
    public void changed() {
      due.addAll(invoked);
      invoked.clear();
    }

    /** The plugin's turn is over. */
    public void leave(@Nullable ObjectNode object) {
      left = object == null || again ? null : object.deepCopy();
    }
  }
}
