// Finds the likely format of a message that the lens of another one refused. Loaded with the first such message.

interface Format {
  readonly name: string;
  /** Lens that reads lists of this format. */
  readonly lens: string;
  /** Pattern of its marks; each stands between two spaces: see `marksOf`. */
  readonly marks: RegExp;
}

/** Formats in the order of comparison: a message of LangChain has fields of chat completions too. */
const FORMATS: readonly Format[] = [
  { name: 'LangChain', lens: 'langchain', marks: / (\.lc_kwargs|human|ai|system) / },
  {
    name: 'TanStack AI’s UIMessage',
    lens: 'tanstack after convertMessagesToModelMessages',
    marks: / (\.parts) .* text  \.\.content /,
  },
  {
    name: 'the AI SDK’s UIMessage',
    lens: 'aiSdkPrompt after convertToModelMessages',
    marks: /^(?=.* \.id ).* (\.parts) /,
  },
  { name: 'Gemini', lens: 'gemini', marks: / (\.parts) / },
  {
    name: 'the OpenAI Agents SDK',
    lens: 'openaiAgents',
    marks: / (\.callId|\.rawContent|\.providerData|input_image(?=.* \.\.image )) /,
  },
  {
    name: 'TanStack AI',
    lens: 'tanstack',
    marks: / (\.toolCalls|\.toolCallId|text(?=  \.\.content )) /,
  },
  {
    name: 'TanStack AI, or Ollama’s own API',
    lens: 'tanstack, or openaiChat',
    marks: / (\.thinking) /,
  },
  {
    name: 'Anthropic',
    lens: 'anthropicMessages',
    marks: / (tool_use|tool_result|thinking|redacted_thinking|\.\.source) /,
  },
  { name: 'the AI SDK', lens: 'aiSdkPrompt', marks: / (tool-call|tool-result|\.\.mediaType|\.\.image) / },
  { name: 'OpenAI’s Responses API', lens: 'openaiResponses', marks: / (\.call_id|\.summary|input_image) / },
  {
    name: 'OpenAI’s Responses API, or its Agents SDK',
    lens: 'openaiResponses, or openaiAgents',
    marks: / (input_text|input_file|output_text) /,
  },
  {
    name: 'OpenAI chat completions',
    lens: 'openaiChat',
    marks: / (\.tool_calls|\.tool_call_id|\.function_call|image_url|input_audio) /,
  },
];

/**
 * Returns the likely format and its lens: `Anthropic (tool_use): use anthropicMessages`.
 * @param marks marks of the message
 */
export function likelyFormat(marks: string): string | undefined {
  for (const { name, lens, marks: pattern } of FORMATS) {
    const [, mark] = pattern.exec(marks) ?? [];
    if (mark !== undefined) return `${name} (${mark.replace(/^\.+/, '')}): use ${lens}`;
  }
  return undefined;
}
