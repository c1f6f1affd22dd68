/**
 * Version of the stored format: of `graph.sqlite` (its `user_version`) and of each stored purse. A database in another
 * format is refused.
 *
 * Within one format, versions read each other's data: readers ignore unknown members and columns; writers only add
 * optional ones and never change the meaning of existing ones. Any other change raises this number, one release after
 * the first release that can read it.
 */
export const storedFormat = 3;
