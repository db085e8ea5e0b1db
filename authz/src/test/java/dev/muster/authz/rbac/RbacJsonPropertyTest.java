package dev.muster.authz.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RbacJsonPropertyTest {

  @Property
  void readsBackWhatItWrote(@ForAll("objects") RbacObject object) {
    assertThat(RbacJson.read(object.key().kind(), RbacJson.write(object))).isEqualTo(object);
  }

  @Provide
  Arbitrary<RbacObject> objects() {
    return RandomPolicies.objects();
  }
}
