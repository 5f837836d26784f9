import { spoken, stem } from './words.js';

// Too general to say what a test is about, when it is the whole name.
const GENERAL = new Set(
  `app apps application main index server client config configuration settings setup util utils helper helpers common core base lib api
  handler handlers controller controllers model models view views route routes router service services module modules test tests spec
  run get set add put post create update delete remove new init handle process execute call build make start stop open close load save
  read write list show page pager queue path paths arg args date dates unit units slug rank ranking search box network naming name names
  ring colour color geo result value values data item items user users type types error errors request response middleware plugin state
  store session default render apply check validate parse format string number object array file files this self super`.split(/\s+/),
);
const FEWEST = 4;

/** A passed check bears the target's name: all of its words, in order and side by side. `name` is spoken. */
export function isNamed(target: string, name: string): boolean {
  const words = wordsOf(target);
  const [only] = words;
  if (only === undefined || (words.length === 1 && (only.length < FEWEST || GENERAL.has(only)))) return false;
  const wanted = words.map(stem);
  const heard = name.trim().split(' ').map(stem);
  return heard.some((_, at) => wanted.every((word, offset) => heard[at + offset] === word));
}

function wordsOf(target: string): string[] {
  return spoken(target).trim().split(' ').filter((word) => word !== '');
}
