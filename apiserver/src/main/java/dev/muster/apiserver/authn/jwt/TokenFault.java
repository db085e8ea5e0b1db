package dev.muster.apiserver.authn.jwt;

/** Why a token is no good, on its way to who says so; costs no stack trace. */
final class TokenFault extends Exception {
  private static final long serialVersionUID = 1;

  TokenFault(String why) {
    super(why, null, false, false);
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
