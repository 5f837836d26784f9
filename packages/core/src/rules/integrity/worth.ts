const TRIVIAL = /^(?:true|:|echo\b.*|exit 0|printf\b.*|sleep\b.*|)$/;

/** A command that checks nothing, or hides what it checks; null: it may check something. */
export function worthOfCommand(text: string): 'trivial' | 'masked' | null {
  const quoted = [...text.replace(/^\s*-?\s*["']?[\w-]+["']?\s*:\s*/, '').matchAll(/["']([^"']*)["']/g)].map((match) => (match[1] ?? '').trim());
  const commands = quoted.length > 0 ? quoted : [text.trim()];
  if (commands.some((command) => /\|\|\s*(?:true|:|exit 0)|;\s*(?:true|exit 0)$/.test(command))) return 'masked';
  return commands.every((command) => TRIVIAL.test(command)) || /:\s*\[\s*\]\s*,?\s*$/.test(text) ? 'trivial' : null;
}
