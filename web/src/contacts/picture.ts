// The picture of a contact: a file of the service, named by avatar_path. Paths that other programs have stored there,
// such as the address of another server, are not requested.

const OWN_FILE = /^\/api\/v1\/files\/([0-9a-f-]{36})\/content$/;

/** The address of the picture; null if there is none that the app may show. */
export function pictureOf(avatarPath: string | null | undefined): string | null {
  return avatarPath && OWN_FILE.test(avatarPath) ? avatarPath : null;
}
