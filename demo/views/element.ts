// Small helpers to find and build elements. Data reaches the page as text only, never as markup.

interface Properties {
  readonly className?: string;
  readonly text?: string;
  readonly title?: string;
  readonly testId?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** @throws when the page has no such element: index.html and the views must agree */
export function required<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} with the id ${id}.`);
  return element;
}

export function build<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { className, text, title, testId, attributes = {} }: Properties = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className !== undefined) element.className = className;
  if (text !== undefined) element.textContent = text;
  if (title !== undefined) element.title = title;
  if (testId !== undefined) element.dataset['testid'] = testId;
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

/** Sets a text only when it is another one, so that a selection in it survives. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
