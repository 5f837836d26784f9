/** The line speaks of a check. */
export const SUBJECT = /\b(?:tests?|checks?|specs?|suites?|lint(?:ing)?|types?|type-?check|typecheck|build|compilation|compile|verification|command|ci|pipeline|e2e|unit|integration|coverage|format)\b|[\w-]:[\w-]|\b(?:npm|pnpm|yarn|bun|go|cargo|make|mvn|gradle|pytest|tsc|eslint|jest|vitest|mocha)\b/i;

/** The line denies, or speaks of what may be. */
export const NEGATED = /\b(?:no|not|none|never|zero|0|without|nothing|isn't|wasn't|didn't|if|when|should|would|expected)\b/i;
