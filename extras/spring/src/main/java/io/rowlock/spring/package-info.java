/**
 * Rowlock's transactions in Spring: a transaction manager whose {@code @Transactional} methods run
 * again after a conflict.
 */
@NullMarked
package io.rowlock.spring;

import org.jspecify.annotations.NullMarked;
