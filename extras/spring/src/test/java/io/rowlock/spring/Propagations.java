package io.rowlock.spring;

import java.util.concurrent.Callable;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** A method of each propagation, which runs the given code. */
class Propagations {

  @Transactional
  public <T> T required(Callable<T> code) throws Exception {
    return code.call();
  }

  @Transactional(propagation = Propagation.REQUIRES_NEW)
  public <T> T requiresNew(Callable<T> code) throws Exception {
    return code.call();
  }

  @Transactional(propagation = Propagation.SUPPORTS)
  public <T> T supports(Callable<T> code) throws Exception {
    return code.call();
  }

  @Transactional(propagation = Propagation.NOT_SUPPORTED)
  public <T> T notSupported(Callable<T> code) throws Exception {
    return code.call();
  }

  @Transactional(propagation = Propagation.MANDATORY)
  public <T> T mandatory(Callable<T> code) throws Exception {
    return code.call();
  }

  @Transactional(propagation = Propagation.NEVER)
  public <T> T never(Callable<T> code) throws Exception {
    return code.call();
  }

  @Transactional(propagation = Propagation.NESTED)
  public <T> T nested(Callable<T> code) throws Exception {
    return code.call();
  }

  /** Calls the method of a propagation through the bean. */
  static <T> T run(Propagations methods, Propagation propagation, Callable<T> code)
      throws Exception {
    return switch (propagation) {
      case REQUIRED -> methods.required(code);
      case REQUIRES_NEW -> methods.requiresNew(code);
      case SUPPORTS -> methods.supports(code);
      case NOT_SUPPORTED -> methods.notSupported(code);
      case MANDATORY -> methods.mandatory(code);
      case NEVER -> methods.never(code);
      case NESTED -> methods.nested(code);
    };
  }
}
