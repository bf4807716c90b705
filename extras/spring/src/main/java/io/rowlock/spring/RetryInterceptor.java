package io.rowlock.spring;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/**
 * Runs transactional methods again after a conflict, around Spring's own interceptor, which names
 * the transaction that it begins after the method.
 */
final class RetryInterceptor implements MethodInterceptor {

  @Override
  public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
    @Nullable Object target = invocation.getThis();
    @Nullable Class<?> type = target == null ? null : AopUtils.getTargetClass(target);
    String name = ClassUtils.getQualifiedMethodName(invocation.getMethod(), type);
    return RetryScope.<@Nullable Object>run(
        definition -> name.equals(definition.getName()), () -> copy(invocation).proceed());
  }

  /** An invocation proceeds only once: the interceptors within would be left out later. */
  private static MethodInvocation copy(MethodInvocation invocation) {
    return ((ProxyMethodInvocation) invocation).invocableClone();
  }
}
