package dev.muster.apiserver.answer;

import dev.muster.apiserver.running.ServerOfTheClass;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lists in pages, and the numbers and tokens that ask for them. */
class ListsTest {
  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  @BeforeAll
  static void fill() {
    play(
        """
        POST | CM | {'metadata':{'name':'a','labels':{'l':'x'}}} | 201 |
        POST | CM | {'metadata':{'name':'b','labels':{'l':'y'}}} | 201 |
        POST | CM | {'metadata':{'name':'c'}} | 201 |
        """);
  }

  private static void play(String rows) {
    AnswerTable.play(
        SERVER.client(), rows.replace(" CM", " /api/v1/namespaces/default/configmaps"));
  }

  @Test
  void goOnWithATokenUntilNothingIsLeft() {
    play(
        """
        GET | CM?limit=2 | | 200 | /metadata/remainingItemCount=1; /items/1/metadata/name=b
        GET | CM?limit=2&continue=<token> | | 200 | /metadata/continue=; /items/0/metadata/name=c
        GET | CM?limit=3 | | 200 | /metadata/continue=; /items/2/metadata/name=c
        GET | CM?limit=1&resourceVersion=0 | | 200 | /metadata/continue=; /items/2/metadata/name=c
        """);
  }

  @Test
  void thatAreSelectedMayEndInAnEmptyPage() {
    play(
        """
        GET | CM?limit=1&labelSelector=l%3Dy | | 200 | /items/0/metadata/name=b; /metadata/remainingItemCount=
        GET | CM?limit=1&labelSelector=l%3Dy&continue=<token> | | 200 | /items=[]; /metadata/continue=
        """);
  }

  @Test
  void refuseTokensThatAreNone() {
    String fault = "invalid continue token: continue key is not valid";
    play(
        """
        GET | CM?continue=x     | | 400 | FAULT: illegal base64 data at input byte 0
        GET | CM?continue=bogus | | 400 | FAULT: illegal base64 data at input byte 4
        GET | CM?continue=%21%21 | | 400 | FAULT: illegal base64 data at input byte 0
        GET | CM?continue=eyJ2IjoieCJ9 | | 400 | FAULT: server does not recognize this encoded version x
        GET | CM?continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ | | 400 | FAULT: incorrect encoded start resourceVersion (version meta.k8s.io/v1)
        GET | CM?continue=YWJj  | | 400 | FAULT: invalid character 'a' looking for beginning of value
        GET | CM?limit=1        | | 200 |
        GET | CM?limit=1&continue=<token>&resourceVersion=5 | | 400 | specifying resource version is not allowed when using continue
        GET | CM?limit=1&continue=<token>&resourceVersion=0 | | 200 | /items/0/metadata/name=b
        """
            .replace("FAULT", fault));
  }

  @Test
  void andObjectsOfTheFutureAreNotWaitedFor() {
    play(
        """
        GET | CM?resourceVersion=999999999&limit=1 | | 504 | /reason=Timeout
        GET | CM/a?resourceVersion=999999999 | | 504 | /details/causes/0/reason=ResourceVersionTooLarge
        """);
  }

  @Test
  void andWatchesOfOneObjectTellOfNoOther() {
    play(
        """
        GET | WATCH/c?timeoutSeconds=1 | | 200 | /type=ADDED; /object/metadata/name=c
        GET | WATCH/c?timeoutSeconds=1&fieldSelector=metadata.name%3Dc | | 200 | /object/metadata/name=c
        GET | WATCH/c?timeoutSeconds=1&fieldSelector=metadata.name%3Db | | 400 | fieldSelector metadata.name doesn't match requested name
        """
            .replace("WATCH", "/api/v1/watch/namespaces/default/configmaps"));
  }

  @Test
  void ofDeprecatedKindsSaySo() {
    play(
        """
        GET | /api/v1/namespaces/default/endpoints | | 200 | !v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice
        GET | /api/v1/endpoints?fieldSelector=x%3D1 | | 400 | !v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice
        GET | /api/v1/componentstatuses | | 200 | !v1 ComponentStatus is deprecated in v1.19+
        GET | /api/v1/componentstatuses/etcd-0 | | 200 | /conditions/0/message=ok;/conditions/0/status=True
        GET | /api/v1/componentstatuses/none | | 404 | componentstatus "none" not found
        """);
  }

  @Test
  void refuseNumbersThatAreNone() {
    play(
        """
        GET | CM?limit=x | | 400 | strconv.ParseInt: parsing "x": invalid syntax
        GET | CM?timeout=x  | | 400 | invalid timeout specified in the request URL - time: invalid duration "x"
        GET | CM?timeout=5  | | 400 | invalid timeout specified in the request URL - time: missing unit in duration "5"
        GET | CM?timeout=5d | | 400 | invalid timeout specified in the request URL - time: unknown unit "d" in duration "5d"
        GET | CM?timeout=1m5.5s | | 200 |
        GET | CM?limit=  | | 400 | strconv.ParseInt: parsing "": invalid syntax
        GET | CM?limit=99999999999999999999 | | 400 | strconv.ParseInt: parsing "99999999999999999999": value out of range
        GET | CM?resourceVersion=99999999999999999999 | | 400 | invalid resource version: resourceVersion: Invalid value: "99999999999999999999": strconv.ParseUint: parsing "99999999999999999999": value out of range
        """);
  }
}
