// DOM in Node for UI libraries; import it before them.
import { Window } from 'happy-dom';

const window = new Window();
const { document, navigator, HTMLElement, HTMLIFrameElement, Element, SVGElement, Node } = window;
Object.assign(globalThis, { window, document, navigator, HTMLElement, HTMLIFrameElement, Element, SVGElement, Node });
