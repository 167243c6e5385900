// Checked by the compiler alone: the message types that `npm test` declares without the SDKs equal the SDKs' own.
import type Anthropic from '@anthropic-ai/sdk';
import type { LanguageModelMiddleware, ModelMessage } from 'ai';
import type { Content } from '@google/genai';
import type { AgentInputItem } from '@openai/agents';
import type OpenAI from 'openai';
import type { ModelMessage as TanStackMessage } from '@tanstack/ai';
import type {
  WrittenAgentsItem,
  WrittenAnthropicMessage,
  WrittenChatMessage,
  WrittenGeminiContent,
  WrittenModelMessage,
  WrittenPromptMessage,
  WrittenResponsesItem,
  WrittenTanStackMessage,
} from '../../support/messages/written-messages.ts';

type PromptMessage = Parameters<NonNullable<LanguageModelMiddleware['transformParams']>>[0]['params']['prompt'][number];

/** The members of a union that take this value. */
type Taking<Declared, Written> = Declared extends unknown ? (Written extends Declared ? Declared : never) : never;

type Names<Union> = Union extends unknown ? keyof Union : never;
type Field<Union, Name extends PropertyKey> = Union extends unknown
  ? Name extends keyof Union
    ? Union[Name]
    : never
  : never;

/**
 * The part of a written type that the SDK does not declare: a member of the union, or the name of a field at any depth.
 */
type Undeclared<Written, Declared> = Written extends unknown
  ? [Taking<Declared, Written>] extends [never]
    ? Written
    : Written extends string | number | boolean | Uint8Array
      ? never
      : Written extends readonly (infer Part)[]
        ? Undeclared<Part, Extract<Declared, readonly unknown[]>[number]>
        : {
            [Name in keyof Written]-?: Name extends Names<Taking<Declared, Written>>
              ? Undeclared<Written[Name], Field<Taking<Declared, Written>, Name>>
              : Name;
          }[keyof Written]
  : never;

/** Fails to compile with the name of what there is. */
const nothing = <_Undeclared extends never>(): void => undefined;

nothing<Undeclared<WrittenChatMessage, OpenAI.ChatCompletionMessageParam>>();
nothing<Undeclared<WrittenResponsesItem, OpenAI.Responses.ResponseInputItem>>();
nothing<Undeclared<WrittenAnthropicMessage, Anthropic.MessageParam>>();
nothing<Undeclared<WrittenPromptMessage, PromptMessage>>();
nothing<Undeclared<WrittenModelMessage, ModelMessage>>();
nothing<Undeclared<WrittenAgentsItem, AgentInputItem>>();
nothing<Undeclared<WrittenGeminiContent, Content>>();
nothing<Undeclared<WrittenTanStackMessage, TanStackMessage>>();
