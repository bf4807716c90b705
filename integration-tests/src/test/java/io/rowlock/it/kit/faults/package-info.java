/**
 * The network between a client and the region servers, with faults that tests inject. It uses no
 * other package of the tests; {@code MistakesIT} shares its classes with a changed library.
 */
package io.rowlock.it.kit.faults;
