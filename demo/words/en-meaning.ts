// English wording of recall by meaning.
export const meaning = {
  switch: 'Meaning',
  byWords: 'Ranked by words; no model needed.',
  hint: 'Recall also finds by meaning, with a model in this browser.',
  heading: 'Recall by meaning',
  intro:
    'A model in this browser finds a note about coffee when you ask for a drink. It runs in a worker of its own; texts do not leave this machine. Nothing is fetched before you switch it on.',
  fields: { model: 'Model', source: 'Files from', address: 'Address', library: 'Library from' },
  sources: { folder: 'a folder, of this site or another', hub: 'the Hugging Face hub or a mirror' },
  folderHint: (folder: string) =>
    `Put config.json, tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx into ${folder}. transformers.js and its wasm (./ort/) come with this page. More in`,
  hubHint: 'The model’s files, 23 MB and more, are fetched from there once; the browser keeps them. More in',
  ownLibrary: 'the one that comes with this page',
  libraryHint: 'Another version: the address of its module. Its wasm files must lie beside it.',
  wrong: {
    model: 'A model is named like Xenova/all-MiniLM-L6-v2, without spaces.',
    address: 'This is not an address. Use one that begins with https://, or a path on this site such as ./models/.',
  },
  switchOn: 'Switch on',
  loading: 'Loading the model; words answer.',
  embedding: (texts: number) =>
    texts === 1 ? '1 text waits for its vector.' : `${texts} texts wait for their vectors.`,
  ready: 'Ranked by words and meaning.',
  failed: 'The model is not there; words answer.',
  otherTab: 'Another tab makes the vectors.',
  again: 'Try now',
  retryAt: (time: string) => `Tried again at ${time}.`,
};
