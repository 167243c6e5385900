/** Structured state as the specification shows it (S002-87). */
export const STATE_SAMPLE = `# Working Memory

meta:
  version: "1.0"
  last_updated: "2025-01-15T10:30:00Z"
  session_id: "0c2c8ce1-ec0d-4968-942d-d84b861c938e"

project:
  name: "ai"
  description: "Go-based RPC-first Agent Core"
  tech_stack:
    language: "Go 1.24.0"
    api: "ZAI API (OpenAI-compatible)"
  key_paths:
    rpc_handlers: "cmd/ai/rpc_handlers.go"
    agent_loop: "pkg/agent/loop.go"
    shared_types: "pkg/rpc/types.go"
  commands:
    build: "go build -o bin/ai ./cmd/ai && ./bin/ai --mode rpc"
    test: "go test ./pkg/agent -v"

current_state:
  status: "implementing"
  task: "Add compact_history auto-update feature"
  next_actions:
    - "Review compact_history implementation"
    - "Add auto-update logic"
    - "Test the feature"

issues:
  - id: "issue-1"
    title: "compact_history doesn't update working memory"
    severity: "medium"
    status: "proposed"
    proposal: "Auto-update overview.md after compression"
`;
