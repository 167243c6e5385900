// English wording of missing answers: the reason and what to do.
import { type ProblemWording, said } from './wording.ts';

export const wording: ProblemWording = {
  'bad-address': ({ address }) => `"${address}" is not an address. Use one such as http://localhost:11434.`,
  unreachable: ({ address, origin }) =>
    `Nobody answers at ${address}. Either nothing runs there, or that server does not allow pages from ${origin || 'here'} (CORS): ` +
    'for Ollama set OLLAMA_ORIGINS, in LM Studio switch on "Enable CORS". A page on https cannot reach http on another machine.',
  'cut-off': ({ address }) => `The connection to ${address} broke during the answer. Go on to ask again.`,
  unauthorized: ({ hasKey }) =>
    hasKey ? 'The server refused the key. Check the key and the address.' : 'The server needs a key.',
  'not-found': ({ address, model }) =>
    `There is no ${address}, or no model "${model}" there. Check both; many servers expect /v1 at the end of the address.`,
  'no-tools': ({ model, detail }) =>
    `The model "${model}" cannot call tools, and without them it cannot use a memory. Choose one that can. The server says: "${detail}".`,
  'too-long': ({ detail }) =>
    `The request is longer than the model accepts. Make the window smaller with the slider, then go on.${said(detail)}`,
  busy: ({ detail }) => `The server is busy or your quota is used up. Wait a little, then go on.${said(detail)}`,
  refused: ({ status, detail }) => `The server refused the request (status ${status}).${said(detail)}`,
  'no-answer': ({ detail }) => `The reply is not an answer of a chat model.${said(detail)}`,
  timeout: ({ seconds }) => `No answer within ${seconds} seconds. Go on to ask again, or use a smaller model.`,
  endless: ({ requests }) =>
    `The model has called tools ${requests} times in one turn without an answer. The turn was stopped.`,
  'not-available': ({ detail }) => `This browser offers no built-in model.${said(detail)}`,
};
