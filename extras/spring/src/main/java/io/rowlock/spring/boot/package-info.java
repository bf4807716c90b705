/** The auto-configuration of Spring Boot. */
@NullMarked
package io.rowlock.spring.boot;

import org.jspecify.annotations.NullMarked;
