/**
 * Breaks guards of the library on purpose, in memory: the library's tests must notice it. Classes
 * other than tests do not depend on JUnit.
 */
package io.rowlock.mutation;
