// Which session is open, and the ways to another one: by the page's address, so that a reload keeps the choice.
import { type Address, queryOf, randomSession } from '../address.ts';
import { isStoreSize, STORE_SIZES } from '../store-size.ts';
import { build, required } from './element.ts';

export function attachSessionBar(address: Address): void {
  required('session-name', HTMLElement).textContent = address.session;
  required('store-help', HTMLParagraphElement).textContent = STORE_SIZES[address.size].help;
  const size = required('store-size', HTMLSelectElement);
  size.replaceChildren(
    ...Object.entries(STORE_SIZES).map(([value, { label }]) => build('option', { text: label, attributes: { value } })),
  );
  size.value = address.size;
  size.addEventListener('change', () => {
    if (isStoreSize(size.value)) location.search = queryOf({ ...address, size: size.value });
  });
  required('new-session', HTMLButtonElement).addEventListener('click', () => {
    location.search = queryOf({ ...address, session: randomSession() });
  });
  required('reload', HTMLButtonElement).addEventListener('click', () => location.reload());
}
