import { chownSync } from 'node:fs';
import { serverUser } from './binaries';

/** Makes a file, or a folder without what is in it, one of the user whose processes the server's are. */
export function giveToServer(file: string): void {
  const { uid, gid } = serverUser;
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
}
