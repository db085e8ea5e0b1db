package dev.muster.apiserver.controllers;

import dev.muster.apiserver.registry.StoredObject;

/**
 * An object that was created, changed or deleted.
 *
 * @param key in the store
 * @param object its state, the last one if it is gone
 */
record Change(String key, StoredObject object, boolean gone) {

  String prefix() {
    return key.substring(0, key.indexOf('/'));
  }

  /** The second segment of the key: the namespace of namespaced kinds. */
  String namespace() {
    String[] parts = key.split("/", 3);
    return parts.length == 3 ? parts[1] : "";
  }
}
