// Formats a moment for people: day and time, with the year unless it is the current one.

/** @param time ms since 1970 */
export function whenOf(time: number, locale: string): string {
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleString(locale, {
    ...(!isThisYear && { year: 'numeric' }),
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
}
