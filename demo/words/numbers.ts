// Formats numbers for people in the language of the page. Pure.

export interface Numbers {
  /** 12,345 */
  whole(value: number): string;
  /** 12.3k from ten thousand on. */
  short(value: number): string;
  /** @param share 0–1 */
  percent(share: number): string;
  /** 0.25 */
  fraction(value: number): string;
  /** 300 kB, from a million on 1.5 MB. */
  bytes(value: number): string;
}

export function numbersOf(locale: string): Numbers {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const thousands = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return {
    whole: (value) => whole.format(value),
    short(value) {
      if (value < 10_000) return whole.format(value);
      return value < 1e6 ? `${thousands.format(value / 1000)}k` : `${thousands.format(value / 1e6)}M`;
    },
    percent: (share) => percent.format(share),
    fraction: (value) => value.toFixed(2),
    bytes: (value) =>
      value < 1e6 ? `${whole.format(Math.ceil(value / 1000))} kB` : `${thousands.format(value / 1e6)} MB`,
  };
}
