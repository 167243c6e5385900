// Recall by meaning with an embedder of the app. Prints the hits and how they were found.
import { openWorkingMemory } from 'working-memory';
import process from 'node:process';

const CONCEPTS = [
  ['drink', 'coffee'],
  ['pet', 'parrot'],
  ['city', 'Lyon'],
];
const vectorOf = (text) => [...CONCEPTS.map((words) => (words.some((word) => text.includes(word)) ? 1 : 0)), 0.1];
const embedder = { model: 'concepts', embed: async (texts) => texts.map(vectorOf) };

const memory = await openWorkingMemory({ session: 'meaning', embedder });
await memory.items.memorize(['She has a parrot', 'He lives in Lyon', 'coffee at eight'].map((text) => ({ text })));
await memory.embedding.settled();
const { mode, hits } = await memory.items.remember('which drink');
await memory.close();
process.stdout.write(JSON.stringify({ mode, first: hits[0]?.item.text }));
