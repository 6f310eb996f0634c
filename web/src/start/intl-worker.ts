// The first formatter of dates in a page takes 30 ms and more, because the browser then reads its tables of languages and
// time zones. This worker does it on another core while the code of the app is compiled; the tables are shared by the
// whole process.
const now = new Date();
for (const options of [{ timeStyle: 'short' }, { weekday: 'short', day: 'numeric', month: 'short' }] as const)
  new Intl.DateTimeFormat(navigator.language, options).format(now);
close();
