// Environments of code in the documents that does not run in a page.

/** Patterns in code with the environment that it needs; the first match counts. */
const ELSEWHERE = [
  [/\{ place: 'worker'/, 'A value, not a program.'],
  [/export function search\(query, k/, 'A form to fill in; npm run eval:recall -- --adapter runs it.'],
  [/DurableObject\b|cloudflare:|extends Agent\b/, 'Runs in workerd: examples/cloudflare-agent.'],
  [/from 'node:|file-storage'|process\.env|env\.OPENAI/, 'Runs in Node, Deno and Bun.'],
  [/serveMemory\(/, 'Runs in Node, beside a server of MCP: examples/mcp.'],
  [/createStorage\(/, 'Runs where unstorage has a driver.'],
  [/working-memory\/standalone/, 'Belongs in a service worker.'],
  [
    /embedding-worker|transformers: \{|textGeneration\(|embedding\.(status|subscribe)/,
    'Loads a model of some megabytes.',
  ],
  [/\b(generateText|streamText|ToolLoopAgent|restoreUiMessages|wrapLanguageModel)\(/, 'Needs the AI SDK beside it.'],
  [/agentMemory\(/, 'Needs @openai/agents beside it.'],
  [/new Agent\(/, 'Needs Mastra beside it.'],
  [/toolRunner\(/, 'Needs the SDK of Anthropic beside it.'],
  [/tanstack(Middleware|Adapter)\(/, 'Needs TanStack AI beside it.'],
  [/createAgent\(/, 'Needs LangChain beside it.'],
  [/memoryHook\(/, 'Needs React beside it: examples/react-notes.'],
  [/memoryComposable\(/, 'Needs Vue beside it.'],
  [/LanguageModel\b/, 'Needs the model that Chrome brings.'],
  [/opentelemetry/, 'Needs OpenTelemetry beside it.'],
  [/Argument of type/, 'Does not compile, which is its point.'],
  [/block_binding/, 'A request with thinking, for a model of Anthropic.'],
];

/** Returns the missing environment of the code; undefined for code that runs in a page. */
export const placeOf = (code) => ELSEWHERE.find(([sign]) => sign.test(code))?.[1];
