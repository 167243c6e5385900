// `<wm-inspector>`: shows an open memory in a shadow root, whatever the page's styles and framework.
import { render } from 'preact';
import type { WorkingMemory } from '../api/memory.ts';
import { Inspected } from './model/inspected.ts';
import { sheetOf } from './style/sheet.ts';
import { App, placeNamed, screenNamed } from './views/app.tsx';
import { en } from './words/en.ts';
import type { InspectorWords } from './words/inspector-words.ts';
import { zh } from './words/zh.ts';

export const TAG = 'wm-inspector';

/** Base of the element. Where there are no elements, the module can be imported all the same. */
const Base: typeof HTMLElement =
  typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement;

/**
 * Attributes: `dock` (`bottom`, `right`, `full`; absent: an element of the page), `open` (of a docked one), `screen`,
 * `lang` (`en`, `zh`; default that of the page, else of the browser), `write`, `label`. Set `memory`, then it reads.
 */
export class WmInspector extends Base {
  static readonly observedAttributes = ['dock', 'open', 'screen', 'lang', 'write', 'label'];
  #memory: WorkingMemory | undefined;
  #inspected: Inspected | undefined;
  #listensIn: Document | undefined;

  /** The open memory that is shown; the element neither closes it nor keeps it open. */
  get memory(): WorkingMemory | undefined {
    return this.#memory;
  }

  set memory(memory: WorkingMemory | undefined) {
    this.#memory = memory;
    this.#attach();
    this.#draw();
  }

  connectedCallback(): void {
    // A framework may have set the property before the element was defined.
    if (Object.hasOwn(this, 'memory')) {
      const given = (this as { memory?: WorkingMemory }).memory;
      delete (this as { memory?: WorkingMemory }).memory;
      this.#memory = given;
    }
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheetOf(this.ownerDocument)];
    this.#listensIn = this.ownerDocument;
    this.#listensIn.addEventListener('keydown', this.#onKey);
    this.#attach();
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#listensIn?.removeEventListener('keydown', this.#onKey);
    this.#inspected?.end();
    this.#inspected = undefined;
    if (this.shadowRoot) render(null, this.shadowRoot);
  }

  attributeChangedCallback(name: string): void {
    if (name === 'write') this.#attach();
    this.#draw();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.altKey && event.code === 'KeyM' && this.hasAttribute('dock')) {
      event.preventDefault();
      this.toggleAttribute('open');
    }
  };

  #attach(): void {
    this.#inspected?.end();
    this.#inspected =
      this.#memory && this.isConnected ? new Inspected(this.#memory, this.hasAttribute('write')) : undefined;
  }

  #draw(): void {
    if (!this.shadowRoot || !this.isConnected) return;
    const app = (
      <App
        inspected={this.#inspected}
        words={this.#words()}
        screen={screenNamed(this.getAttribute('screen'))}
        dock={placeNamed(this.getAttribute('dock'))}
        isOpen={this.hasAttribute('open')}
        label={this.getAttribute('label') ?? undefined}
        choose={(screen) => this.setAttribute('screen', screen)}
        place={(dock) => this.setAttribute('dock', dock)}
        toggle={() => this.toggleAttribute('open')}
      />
    );
    render(app, this.shadowRoot);
  }

  #words(): InspectorWords {
    const lang = this.getAttribute('lang') ?? (this.ownerDocument.documentElement.lang || navigator.language);
    return lang.toLowerCase().startsWith('zh') ? zh : en;
  }
}

if (typeof customElements !== 'undefined' && !customElements.get(TAG)) customElements.define(TAG, WmInspector);
