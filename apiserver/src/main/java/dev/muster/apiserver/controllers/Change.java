package dev.muster.apiserver.controllers;

import dev.muster.apiserver.registry.StoredObject;

/**
 * An object that is there, was created, changed or deleted.
 *
 * @param key in the store
 * @param object its state, the last one if it is gone
 */
record Change(String key, StoredObject object, boolean gone) {

  boolean isOf(String prefix) {
    return key.length() > prefix.length()
        && key.charAt(prefix.length()) == '/'
        && key.startsWith(prefix);
  }

  String prefix() {
    return key.substring(0, key.indexOf('/'));
  }

  /** The middle segment of the key; empty for cluster-wide kinds. */
  String namespace() {
    int first = key.indexOf('/');
    int last = key.lastIndexOf('/');
    return first == last ? "" : key.substring(first + 1, last);
  }

  String name() {
    return key.substring(key.lastIndexOf('/') + 1);
  }
}
