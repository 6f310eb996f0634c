// Times of day as people type them: "9", "9:30", "930", "14.15", "2pm", "2:30 p.m.", "noon", "14 Uhr".

/** The minutes of the day; undefined if it cannot be understood. */
export function parseTime(text: string, { noon, midnight }: { noon: string; midnight: string }): number | undefined {
  const typed = text.trim().toLowerCase().replaceAll('.', ':').replace(/\s+/g, '');
  if (typed === noon.toLowerCase()) return 720;
  if (typed === midnight.toLowerCase()) return 0;
  const match = /^(\d{1,2})(?::?(\d{2}))?:?(?:h|uhr)?(a|am|a:m:|p|pm|p:m:)?$/.exec(typed);
  if (!match) return undefined;
  const [, hourText = '', minuteText = '0', half] = match;
  let hour = Number(hourText);
  const minute = Number(minuteText);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  if (half?.startsWith('p') && hour < 12) hour += 12;
  if (half?.startsWith('a') && hour === 12) hour = 0;
  if (hour > 24 || minute > 59 || hour * 60 + minute > 1440) return undefined;
  return hour * 60 + minute === 1440 ? 0 : hour * 60 + minute;
}
