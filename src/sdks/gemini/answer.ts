// The answer of Gemini, put together from the chunks of its stream. Pure.
import { type Fields, fields, objects, string } from '../lenses/fields.ts';
import type { RunPart } from '../loop/run.ts';

export class GeminiAnswer {
  finish = '';
  inputTokens = 0;
  text = '';
  /** Parts as the next request holds them: texts whole, signatures where they came. */
  readonly parts: Fields[] = [];

  /** Takes one chunk, and yields the parts of it to show. */
  *add(chunk: unknown): Generator<RunPart> {
    const { candidates, usageMetadata, promptFeedback } = fields(chunk);
    const counted = fields(usageMetadata).promptTokenCount;
    if (typeof counted === 'number') this.inputTokens = counted;
    const [candidate] = objects(candidates);
    // A refused prompt has no candidate.
    this.finish = string(candidate?.finishReason) || string(fields(promptFeedback).blockReason) || this.finish;
    for (const part of objects(fields(candidate?.content).parts)) {
      this.#keep(part);
      const text = string(part.text);
      if (text === '') continue;
      if (part.thought !== true) this.text += text;
      yield { type: part.thought === true ? 'reasoning' : 'text', text };
    }
  }

  /** Keeps a part. Texts that follow each other become one; the API wants a part with a signature back as it came. */
  #keep(part: Fields): void {
    const last = this.parts.at(-1);
    if (!isPlain(part)) this.parts.push(part);
    else if (last && isPlain(last) && last.thought === part.thought)
      this.parts[this.parts.length - 1] = { ...last, text: string(last.text) + string(part.text) };
    else if (part.text !== '') this.parts.push(part);
  }

  /** Ids of calls as the model gave them: the Gemini API gives some, Vertex AI gives none. */
  get givenIds(): readonly string[] {
    return this.parts.map(({ functionCall }) => string(fields(functionCall).id));
  }
}

const isPlain = (part: Fields): boolean =>
  typeof part.text === 'string' && Object.keys(part).every((name) => name === 'text' || name === 'thought');
