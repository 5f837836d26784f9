import type { Judgement } from '../model/index.js';
import { reporter as json } from './json.js';
import { reporter as markdown } from './markdown.js';
import { renderText } from './text.js';

export type Format = 'json' | 'markdown' | 'text';

/** The judgement in one of the formats. `pretty` indents JSON; `color` paints text. Not redacted yet. */
export function renderReport(format: Format, judgement: Judgement, { pretty = false, color = false }: { pretty?: boolean; color?: boolean } = {}): string {
  if (format === 'text') return renderText(judgement, color);
  if (format === 'markdown') return markdown.render(judgement);
  return pretty ? `${JSON.stringify(judgement.verdict, null, 2)}\n` : json.render(judgement);
}
