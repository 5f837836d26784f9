/** The closed vocabularies of the published contract. */
export const VERDICTS = ['open_pr', 'open_pr_with_warning', 'block_pr', 'needs_context'] as const;
export const FINAL_VERDICTS = ['mergeable', 'conditional', 'not_mergeable', 'inconclusive'] as const;
export const SOURCES = ['task', 'diff', 'verify_logs', 'builder_report', 'system'] as const;
export const GRADES = ['executed', 'reported'] as const;
export const RISKS = ['low', 'medium', 'high'] as const;
export const EVIDENCE_KINDS = ['intent', 'diff', 'verify_logs', 'builder_report', 'verdict', 'markdown'] as const;
