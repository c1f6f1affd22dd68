import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Other users can access the directory, and this process cannot or should not change that. */
export class OpenDirectory extends Error {
  override readonly name = 'OpenDirectory';

  constructor(directory: string, mode: number, reason: string, remedy = 'make it so with chmod 700') {
    super(
      `The data directory ${directory} must be accessible only to its owner (mode 700), but has mode ${(mode & 0o7777).toString(8)} ` +
        `and ${reason}; ${remedy}, or use another directory.`,
    );
  }
}

const ofOthers = 0o077;
const sticky = 0o1000;

/** Windows has access lists instead of modes. */
const hasModes = process.platform !== 'win32';

/**
 * Creates a directory private to its owner, or makes an existing one private.
 *
 * @throws OpenDirectory if it belongs to another user, or is shared, like /tmp
 */
export async function makePrivate(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (!hasModes) return;
  const { mode, uid } = await stat(directory);
  // Its owner could open it again and replace its contents, so root is refused, too.
  if (uid !== process.getuid?.())
    throw new OpenDirectory(directory, mode, `belongs to another user (uid ${uid})`, 'make it this user’s with chown');
  if ((mode & ofOthers) === 0) return;
  if ((mode & sticky) !== 0) throw new OpenDirectory(directory, mode, 'is shared by many users');
  await chmod(directory, 0o700).catch((error: NodeJS.ErrnoException) => {
    throw new OpenDirectory(directory, mode, `cannot be changed (${error.code})`);
  });
}

/** Makes a directory's contents private, except links. Returns the number of entries changed. */
export async function closeContents(directory: string): Promise<number> {
  if (!hasModes) return 0;
  const entries = await readdir(directory, { recursive: true });
  const closed = await Promise.all(
    entries.map(async (entry) => {
      const path = join(directory, entry);
      const found = await lstat(path);
      const open = !found.isSymbolicLink() && (found.mode & ofOthers) !== 0;
      if (open) await chmod(path, found.mode & 0o700);
      return open;
    }),
  );
  return closed.filter((open) => open).length;
}
