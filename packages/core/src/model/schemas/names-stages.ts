/** The closed vocabularies of the opt-in stages. */
export const STAGE_NAMES = ['stage0', 'stage1', 'stage2', 'stage3', 'stage4', 'stage5'] as const;
/** Stage 4 is the refutation gate: it finds nothing of its own. */
export const STAGE_ORIGINS = ['stage0', 'stage1', 'stage2', 'stage3', 'stage5', 'system'] as const;
export const CLAIM_PRIORITIES = ['must-verify', 'nice-to-verify'] as const;
export const CLAIM_STATUSES = ['verified', 'failed', 'unverified'] as const;
export const SOURCE_TIERS = ['primary', 'secondary'] as const;
export const SOURCE_KINDS = ['issue', 'user-prompt', 'spec-file', 'pr-description', 'commit-message'] as const;
/** From the weakest to the strongest. */
export const CHECK_KINDS = ['reading', 'static', 'test', 'runtime'] as const;
export const STAGE_CATEGORIES = ['security', 'data-loss', 'crash', 'regression', 'logic', 'perf', 'style', 'observation'] as const;
/** From the strongest to the weakest. */
export const SEVERITIES = ['blocker', 'major', 'minor', 'info'] as const;
export const REFUTATION_OUTCOMES = ['survived', 'refuted', 'skipped'] as const;
export const STAGE_EVIDENCE_KINDS = ['command-output', 'test-result', 'screenshot', 'network-log', 'console-log', 'perf-trace', 'code-reading', 'llm-judgment'] as const;
export const SKIP_REASONS = ['env-failure', 'budget-exceeded', 'user-excluded', 'upstream-failed'] as const;
export const TRUST_LEVELS = ['trusted', 'untrusted'] as const;
