// The location of a database: the path of a file, or the URL of a database on a PostgreSQL server.
export function isPostgres(place: string): boolean {
  return /^postgres(ql)?:/i.test(place);
}

/** The URL of a database without its password. */
export function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  shown.searchParams.delete('password');
  return shown.href;
}

/** A possibly mistyped URL, without anything that could be its password. */
export function hidePassword(text: string): string {
  return text.replace(/(:\/\/[^:/@]*):.*@/, '$1:…@').replace(/(password=)[^&]*/, '$1…');
}
