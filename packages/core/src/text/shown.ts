/** A line as it may be shown: nothing of a file's name, a log or a diff may steer a terminal or turn its text round. Tabs stay. */
export function shown(line: string): string {
  return line.replace(/[\u0000-\u0008\u000A-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]+/g, ' ');
}
