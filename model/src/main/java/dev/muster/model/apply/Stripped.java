package dev.muster.model.apply;

/** Places that the server fills in for everyone: nobody owns them. */
final class Stripped {
  private Stripped() {}

  static final FieldSet FIELDS = fields();

  private static FieldSet fields() {
    FieldSet.Builder metadata = new FieldSet.Builder();
    for (String name :
        new String[] {
          "name",
          "namespace",
          "creationTimestamp",
          "selfLink",
          "uid",
          "clusterName",
          "generation",
          "managedFields",
          "resourceVersion"
        }) {
      metadata.add(PathElement.declared(name), true, null);
    }
    FieldSet.Builder out = new FieldSet.Builder();
    out.add(PathElement.declared("apiVersion"), true, null);
    out.add(PathElement.declared("kind"), true, null);
    out.add(PathElement.declared("metadata"), true, metadata.build());
    return out.build();
  }
}
