/** Small programs that show how transactions are used; {@code scripts/example} runs them. */
@NullMarked
package io.rowlock.examples;

import org.jspecify.annotations.NullMarked;
