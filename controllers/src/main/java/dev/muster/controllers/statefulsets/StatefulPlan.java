package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What is to be done now, and what the status says meanwhile.
 *
 * @param inTurn whether a step has to wait for the one before
 */
record StatefulPlan(List<StatefulStep> steps, boolean inTurn, ObjectNode status) {
  StatefulPlan {
    steps = List.copyOf(steps);
  }
}
