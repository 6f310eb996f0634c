// The place of a database: the path of a file, or the address of a database on a PostgreSQL server.

export function isPostgres(place: string): boolean {
  return /^postgres(ql)?:/i.test(place);
}

/** The address of a database as it may be shown. */
export function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  shown.searchParams.delete('password');
  return shown.href;
}

/** A text in which somebody may have mistyped such an address, without what could be its password. */
export function hidePassword(text: string): string {
  return text.replace(/(:\/\/[^:/@]*):.*@/, '$1:…@').replace(/(password=)[^&]*/, '$1…');
}
