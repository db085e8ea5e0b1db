package dev.muster.admission.node;

/** Certificate requests of two nodes. */
final class CertificateRequests {
  static final String OF_NODE_1 =
      """
      -----BEGIN CERTIFICATE REQUEST-----
      MIGyMGYCAQAwMzEVMBMGA1UECgwMc3lzdGVtOm5vZGVzMRowGAYDVQQDDBFzeXN0
      ZW06bm9kZTpub2RlMTAqMAUGAytlcAMhAI7zzsF3+4M7Dpb7oHA63+f4ZAljXWuA
      7XP3/Vc6lsU5oAAwBQYDK2VwA0EAk3GgZxnzcD0o4xZ1KWa9xHcgYmS4xMuTCQXe
      RuHqOjd2LXfCEQNHRpUL1/IOGCHECSgvERCofmlrKXQqJAVXAg==
      -----END CERTIFICATE REQUEST-----
      """;
  static final String OF_NODE_2 =
      """
      -----BEGIN CERTIFICATE REQUEST-----
      MIGyMGYCAQAwMzEVMBMGA1UECgwMc3lzdGVtOm5vZGVzMRowGAYDVQQDDBFzeXN0
      ZW06bm9kZTpub2RlMjAqMAUGAytlcAMhABB+Ft8i1dtAD2WgbjYhtbKho74xazeO
      CDvWuwfSDH9RoAAwBQYDK2VwA0EAvfog3wilbdgDkKgznPOK4z9tL1wZ0Scq7S3G
      MEZRA+f9sqUwayDyKK7i3jqTx23Mfq9C6hEev21bR+HK4tD6Dg==
      -----END CERTIFICATE REQUEST-----
      """;

  private CertificateRequests() {}
}
