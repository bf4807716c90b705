/**
 * Tests of region servers, regions and masters that move, fail, hang and return under a load of
 * transactions.
 */
package io.rowlock.it.servers;
