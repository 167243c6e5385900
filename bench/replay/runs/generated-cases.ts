// Cases of the made-up support agent: customers with an order, a parcel and an address.
import type { Random } from '../../random.ts';

export interface Case {
  readonly customer: string;
  readonly item: string;
  readonly email: string;
  readonly order: string;
  readonly parcel: string;
  /** The user's first message about the case. */
  readonly opening: string;
  /** A later message about the case, by name and thing, without an id. */
  later(random: Random): string;
  answer(random: Random): string;
  /** Records in results, by tool. */
  readonly records: Readonly<Record<string, string>>;
  /** Confirmation in results of tools that change something. */
  readonly confirmation: string;
}

const FIRST = ['Mara', 'Jonas', 'Aylin', 'Tomasz', 'Ines', 'Kofi', 'Greta', 'Luca', 'Noor', 'Pavel', 'Rosa', 'Sven'];
const LAST = ['Lindqvist', 'Okafor', 'Baumann', 'Castillo', 'Demir', 'Eriksen', 'Fontaine', 'Grabowski', 'Haddad'];
const ITEMS = ['teapot', 'bicycle lamp', 'wool blanket', 'desk chair', 'bread knife', 'rain coat', 'garden hose'];
const TROUBLES = ['did not arrive', 'came broken', 'is the wrong size', 'was charged twice', 'lacks a part'];
const CITIES = ['Aarhus', 'Bologna', 'Cork', 'Dresden', 'Evora', 'Freiburg', 'Gdansk', 'Heraklion'];
const WISHES = [
  'please send a replacement to the same address',
  'please ask the carrier where it is now',
  'please write to them that we refund it',
];
const STATES = ['packed', 'sent', 'delivered', 'returned', 'waiting for stock'];

/** Returns the `number`-th case of a run; no two cases of a run share a customer. */
export function caseOf(random: Random, number: number): Case {
  const customer = `${FIRST[number % FIRST.length]} ${LAST[(number * 5 + Math.floor(number / FIRST.length)) % LAST.length]}`;
  const item = random.pick(ITEMS);
  const trouble = random.pick(TROUBLES);
  const city = random.pick(CITIES);
  const order = `ORD-${digits(random, 6)}`;
  const parcel = `TRK${digits(random, 9)}`;
  const email = `${customer.toLowerCase().replace(' ', '.')}${digits(random, 2)}@post.example`;
  return {
    customer,
    item,
    email,
    order,
    parcel,
    opening: `${customer} from ${city} says that the ${item} ${trouble}. What do we know about it?`,
    later: (turn) => `Back to ${customer} and the ${item}: ${turn.pick(WISHES)}.`,
    answer: (turn) =>
      `The ${item} of ${customer} ${trouble}; the order is ${turn.pick(STATES)}. ` +
      `I noted it and will come back to it when the carrier answers, in ${turn.between(2, 9)} days at the latest.`,
    records: {
      find_customer: line({ customer, city, email, latest: { order_id: order, tracking_number: parcel } }),
      get_order: line({
        order_id: order,
        customer,
        item,
        tracking_number: parcel,
        complaint: `the ${item} ${trouble}`,
      }),
      track_parcel: line({ tracking_number: parcel, customer, item, to: city }),
      list_letters: line({ email, customer, subject: `${item} ${trouble}` }),
    },
    confirmation: line({ customer, item, done: true, note: 'accepted, the warehouse will confirm' }),
  };
}

/** Returns a line about another customer. */
export const record = (random: Random): string =>
  line({
    date: `2024-0${random.between(1, 9)}-${random.between(10, 28)}`,
    order_id: `ORD-${digits(random, 6)}`,
    item: random.pick(ITEMS),
    city: random.pick(CITIES),
    state: random.pick(STATES),
    price: `${random.between(5, 300)}.${digits(random, 2)}`,
  });

const line = (fields: Readonly<Record<string, unknown>>): string => JSON.stringify(fields);

const digits = (random: Random, length: number): string => Array.from({ length }, () => random.between(0, 9)).join('');
