package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the garbage collector needs to know of an object.
 *
 * @param deleting whether its deletion has begun
 * @param finalizers those that hold it
 */
record ObjectLinks(String uid, boolean deleting, List<String> finalizers, List<OwnerRef> owners) {
  static final String FOREGROUND = "foregroundDeletion";
  static final String ORPHAN = "orphan";

  record OwnerRef(String apiVersion, String kind, String name, String uid, boolean blocks) {}

  ObjectLinks {
    finalizers = List.copyOf(finalizers);
    owners = List.copyOf(owners);
  }

  boolean waitsForDependents() {
    return deleting && finalizers.contains(FOREGROUND);
  }

  boolean orphansDependents() {
    return deleting && finalizers.contains(ORPHAN);
  }

  /** Whether an object with this uid has to wait for this one. */
  boolean blocks(String owner) {
    return owners.stream().anyMatch(o -> o.blocks() && o.uid().equals(owner));
  }

  /** Reads no further than the metadata, which come right after the type. */
  static ObjectLinks of(StoredObject object) {
    try (JsonParser json = Trees.FACTORY.createParser(object.json())) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean metadata = json.currentName().equals("metadata");
        json.nextToken();
        if (metadata) {
          return read(json);
        }
        json.skipChildren();
      }
      return new ObjectLinks("", false, List.of(), List.of());
    } catch (IOException e) {
      throw new UncheckedIOException("a stored object cannot be read", e);
    }
  }

  private static ObjectLinks read(JsonParser json) throws IOException {
    String uid = "";
    boolean deleting = false;
    List<String> finalizers = new ArrayList<>();
    List<OwnerRef> owners = new ArrayList<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      switch (field) {
        case "uid" -> uid = json.getText();
        case "deletionTimestamp" -> deleting = value == JsonToken.VALUE_STRING;
        case "finalizers" -> {
          while (value == JsonToken.START_ARRAY && json.nextToken() != JsonToken.END_ARRAY) {
            finalizers.add(json.getText());
          }
        }
        case "ownerReferences" -> {
          while (value == JsonToken.START_ARRAY && json.nextToken() != JsonToken.END_ARRAY) {
            owners.add(owner(json));
          }
        }
        default -> json.skipChildren();
      }
    }
    return new ObjectLinks(uid, deleting, finalizers, owners);
  }

  private static OwnerRef owner(JsonParser json) throws IOException {
    String apiVersion = "";
    String kind = "";
    String name = "";
    String uid = "";
    boolean blocks = false;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      switch (field) {
        case "apiVersion" -> apiVersion = json.getText();
        case "kind" -> kind = json.getText();
        case "name" -> name = json.getText();
        case "uid" -> uid = json.getText();
        case "blockOwnerDeletion" -> blocks = value == JsonToken.VALUE_TRUE;
        default -> json.skipChildren();
      }
    }
    return new OwnerRef(apiVersion, kind, name, uid, blocks);
  }
}
