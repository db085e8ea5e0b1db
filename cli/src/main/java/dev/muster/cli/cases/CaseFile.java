package dev.muster.cli.cases;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cases, and the images that their pods are made of. */
record CaseFile(List<AccessCase> cases, Map<String, CaseImage> images) {
  CaseFile {
    cases = List.copyOf(cases);
    images = Collections.unmodifiableMap(new LinkedHashMap<>(images));
  }
}
