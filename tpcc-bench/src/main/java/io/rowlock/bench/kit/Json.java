package io.rowlock.bench.kit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;

/** Results for programs, in a form that people can read too. */
public final class Json {
  private Json() {}

  public static byte[] of(Object results) throws IOException {
    return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsBytes(results);
  }
}
