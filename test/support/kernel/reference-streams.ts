// Windows, groups and the coherence gate by their definitions: the part of the recall oracle that needs no query.
import { type ReferenceItem, streamNumber, type ReferenceKernel } from './reference-kernel.ts';

const HALF_AN_HOUR = 1_800_000;
const FILES = 1;

type Vector = ReadonlyMap<number, number>;

/** ln(1 + (N − n + 0.5) / (n + 0.5)) */
export function inverseFrequency(all: number, holders: number): number {
  return Math.log(1 + (all - holders + 0.5) / (holders + 0.5));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the window of each indexed slot, itself included. */
export function windowsOf(kernel: ReferenceKernel): Map<number, number[]> {
  const isNear = (slot: number, other: number, distance: number): boolean => {
    const [one, two] = [kernel.item(slot), kernel.item(other)];
    const gap = Math.abs(one.createdAt - two.createdAt);
    return (one.session ?? 0) === (two.session ?? 0) && gap <= HALF_AN_HOUR * distance;
  };
  return new Map(
    kernel.streams.flatMap((stream) =>
      stream.map((slot, place): [number, number[]] => {
        const around = [-2, -1, 0, 1, 2].flatMap((step) => {
          const other = stream[place + step];
          return other !== undefined && isNear(slot, other, Math.abs(step)) ? [other] : [];
        });
        return [slot, around];
      }),
    ),
  );
}

/** Names a group; the same number in two streams is two groups. */
export function groupName(kernel: ReferenceKernel, slot: number): string {
  const { scope, group = 0 } = kernel.item(slot);
  return `${streamNumber(scope)}: ${group}`;
}

export function groupsOf(kernel: ReferenceKernel, slots: readonly number[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const slot of slots) {
    const name = groupName(kernel, slot);
    groups.set(name, [...(groups.get(name) ?? []), slot]);
  }
  return groups;
}

/** Returns the coherence gate: how much neighbours in a stream tell about each other, 0–1. */
export function gateOf(kernel: ReferenceKernel, stream: 0 | 1 | 2): number {
  const slots = kernel.streams[stream];
  if (stream === FILES || slots.length < 16) return 1;
  let size = 16;
  while (size * 2 <= slots.length) size *= 2;
  const texts = slots.slice(0, size).map((slot): Vector => kernel.item(slot).terms ?? new Map());
  const stride = Math.ceil(texts.length / 2 / 128);
  const bases = texts.flatMap((_, place) => (place % (stride * 2) === 0 ? [place / 2] : []));
  const looked = [...new Set(bases.flatMap((base) => [base, base + 1]))].flatMap((block) => blockAt(texts, block));

  const known = new Map<number, number>();
  const idf = (term: number): number => {
    const value = known.get(term) ?? inverseFrequency(looked.length, looked.filter((text) => text.has(term)).length);
    known.set(term, value);
    return value;
  };
  const vector = (block: number): Vector => {
    const both = blockAt(texts, block);
    const terms = new Set(both.flatMap((text) => [...text.keys()]));
    const frequency = (term: number): number => sum(both.map((text) => text.get(term) ?? 0));
    return new Map([...terms].map((term) => [term, (1 + Math.log(frequency(term))) * idf(term)]));
  };
  const vectors = bases.map(vector);
  const near = vectors.flatMap((own, k) => {
    const next = (bases[k] ?? NaN) + 1;
    return blockAt(texts, next).length > 0 ? [likeness(own, vector(next))] : [];
  });
  const far = vectors.flatMap((own, k) =>
    [2, 3, 4].flatMap((sixths) => {
      const other = (k + Math.floor((bases.length * sixths) / 6)) % bases.length;
      return Math.abs(other - k) > 1 ? [likeness(own, vectors[other] ?? new Map())] : [];
    }),
  );
  const mean = (values: readonly number[]): number => (values.length > 0 ? sum(values) / values.length : 0);
  const lift = (mean(near) + 0.002) / (mean(far) + 0.002);
  return Math.min(1, Math.max(0, (lift - 1.2) / (1.9 - 1.2)));
}

/** Returns how much texts repeat their own words, 0–1; 0 below 64 texts, and in a talk. */
export function repetitionOf(texts: readonly ReferenceItem[]): number {
  if (texts.length < 64) return 0;
  const terms = sum(texts.map(({ length }) => length)) / Math.max(1, sum(texts.map((text) => text.terms?.size ?? 0)));
  const turns = texts.filter(({ turn }) => turn).length / texts.length;
  return Math.min(1, Math.max(0, (terms - 1.1) / 0.1)) * (1 - Math.min(1, turns / 0.2));
}

function blockAt(texts: readonly Vector[], block: number): readonly Vector[] {
  return texts.slice(block * 2, block * 2 + 2);
}

function likeness(left: Vector, right: Vector): number {
  const product = sum([...left].map(([term, weight]) => weight * (right.get(term) ?? 0)));
  return product > 0 ? product / (Math.hypot(...left.values()) * Math.hypot(...right.values())) : 0;
}
