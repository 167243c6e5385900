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
  { name: 'LangChain', advice: 'use langchain', marks: / (\.lc_kwargs) / },
  {
    name: 'the AI SDK’s UIMessage',
    advice: 'convert it by convertToModelMessages and use aiSdkPrompt',
    marks: /^(?=.* \.id ).* (\.parts) /,
  },
  { name: 'Gemini', advice: 'use gemini', marks: / (\.parts) / },
  {
    name: 'the OpenAI Agents SDK',
    advice: 'use openaiAgents',
    marks: / (\.callId|\.rawContent|input_image(?=.* \.\.image )) /,
  },
  {
    name: 'Anthropic',
    advice: 'use anthropicMessages',
    marks: / (tool_use|tool_result|thinking|redacted_thinking|\.\.source) /,
  },
  { name: 'the AI SDK', advice: 'use aiSdkPrompt', marks: / (tool-call|tool-result|\.\.mediaType|\.\.image) / },
  { name: 'OpenAI’s Responses API', advice: 'use openaiResponses', marks: / (\.call_id|input_image) / },
  {
    name: 'OpenAI’s Responses API, or its Agents SDK',
    advice: 'use openaiResponses, or openaiAgents for items of the Agents SDK',
    marks: / (input_text|input_file|output_text) /,
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
