/**
 * The version of the form in which graphs store things: of `graph.sqlite` (its `user_version`), and of each purse in Redis.
 *
 * Within one form, versions read each other's: what reads ignores members and columns that it does not know, what
 * writes adds such that may be absent, and never gives one another meaning. What cannot be done so raises the number,
 * one release after the release that can read it.
 */
export const storedFormat = 2;
