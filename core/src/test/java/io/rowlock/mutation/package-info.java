/**
 * Breaks the library on purpose, in memory, to check that its tests detect it. Does not use JUnit.
 */
package io.rowlock.mutation;
