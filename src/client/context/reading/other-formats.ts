// Which format a message is of that the lens of another one refused. Loaded with the first such message.

interface Format {
  readonly name: string;
  /** What to do with a list of it. */
  readonly advice: string;
  /** Each mark stands between two spaces: see `marksOf`. */
  readonly marks: RegExp;
}

/** In this order: a message of LangChain has fields of chat completions too. */
const FORMATS: readonly Format[] = [
  {
    name: 'LangChain',
    advice: 'write a lens for it, or convert it to OpenAI chat completions and use openaiChat',
    marks: / (\.lc_kwargs) /,
  },
  {
    name: 'the AI SDK’s UIMessage, or Gemini',
    advice: 'convert a UIMessage by convertToModelMessages and use aiSdkPrompt',
    marks: / (\.parts) /,
  },
  {
    name: 'the OpenAI Agents SDK',
    advice: 'convert it to items of the Responses API and use openaiResponses',
    marks: / (\.callId) /,
  },
  {
    name: 'Anthropic',
    advice: 'use anthropicMessages',
    marks: / (tool_use|tool_result|thinking|redacted_thinking|\.\.source) /,
  },
  { name: 'the AI SDK', advice: 'use aiSdkPrompt', marks: / (tool-call|tool-result|\.\.mediaType|\.\.image) / },
  {
    name: 'OpenAI’s Responses API',
    advice: 'use openaiResponses',
    marks: / (input_text|input_image|input_file|output_text|\.call_id) /,
  },
  {
    name: 'OpenAI chat completions',
    advice: 'use openaiChat',
    marks: / (\.tool_calls|\.tool_call_id|\.function_call|image_url|input_audio) /,
  },
];

/** What it looks like, and the lens to use: `Anthropic (tool_use): use anthropicMessages`. @param marks of the message */
export function likelyFormat(marks: string): string | undefined {
  for (const { name, advice, marks: pattern } of FORMATS) {
    const [, mark] = pattern.exec(marks) ?? [];
    if (mark !== undefined) return `${name} (${mark.replace(/^\.+/, '')}): ${advice}`;
  }
  return undefined;
}
