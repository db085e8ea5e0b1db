package dev.muster.admission;

/** What the request does to the object. */
public enum Operation {
  CREATE,
  UPDATE,
  DELETE,
  CONNECT
}
