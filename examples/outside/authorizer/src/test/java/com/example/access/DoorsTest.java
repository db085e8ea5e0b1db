package com.example.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.muster.authz.User;
import org.junit.jupiter.api.Test;

class DoorsTest {
  private final User cleaner = User.of("carla", "cleaners");

  @Test
  void aCleanerOpensTheGroundFloorAndTheDecisionSaysWhy() {
    var decision = new Doors().open(cleaner, "ground", "kitchen");
    assertTrue(decision.allowed());
    assertEquals(
        "RBAC: allowed by RoleBinding \"cleaners/ground\" of Role \"opener\" to Group \"cleaners\"",
        decision.reason());
  }

  @Test
  void nobodyOpensTheAttic() {
    assertFalse(new Doors().open(cleaner, "attic", "trunk").allowed());
  }
}
