// Formats a value for a reader: short, in one line where it fits.
const MOST = 1_200;

export function shown(value) {
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value, plain, 1) ?? String(value);
  const line = text.replace(/\n\s*/g, ' ');
  const fits = line.length <= 100 ? line : text;
  return fits.length > MOST ? `${fits.slice(0, MOST)}…` : fits;
}

const plain = (_, value) => {
  if (typeof value === 'function') return undefined;
  if (value instanceof Uint8Array || value instanceof Blob) return `${value.size ?? value.length} bytes`;
  return typeof value === 'bigint' ? String(value) : value;
};
