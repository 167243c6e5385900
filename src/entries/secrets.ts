// The public entry of `working-memory/secrets`: finds keys, cards, PINs and passwords in texts. Re-exports only.
export {
  detectSecrets,
  type DetectSecretsOptions,
  findSecrets,
  type FoundSecret,
} from '../client/writing/secrets/detect-secrets.ts';
export type { SecretKind } from '../client/writing/secrets/patterns.ts';
