// A grammar is a little code and, up to 5 MB, tables. Read as it comes, each byte of them is touched three times: by the reader,
// by V8's own copy, and in the parser's memory. Split, the tables are read once, right into that memory (gather/syntax/files.ts).

const CUSTOM = 0;
const DATA = 11;
const DATA_COUNT = 12;
const GLOBAL_GET = 0x23;
const END = 0x0b;

/** The module without its data, and the data: one segment, which stands where the module's memory begins. */
export function splitWasm(bytes, name) {
  const kept = [bytes.subarray(0, 8)];
  let data = null;
  for (const { id, start, end, from } of sectionsOf(bytes)) {
    if (id === DATA) data = segmentOf(bytes, from, end, name);
    else if (id !== DATA_COUNT) kept.push(bytes.subarray(start, end));
  }
  if (data === null) throw new Error(`${name} holds no data`);
  return { module: Buffer.concat(kept), data };
}

function sectionsOf(bytes) {
  const sections = [];
  for (let at = 8; at < bytes.length; ) {
    const { value: size, next: from } = numberAt(bytes, at + 1);
    sections.push({ id: bytes[at] ?? CUSTOM, start: at, from, end: from + size });
    at = from + size;
  }
  return sections;
}

function segmentOf(bytes, from, end, name) {
  const count = numberAt(bytes, from);
  const flags = numberAt(bytes, count.next);
  const isOne = count.value === 1 && flags.value === 0 && bytes[flags.next] === GLOBAL_GET;
  const base = numberAt(bytes, flags.next + 1);
  const size = numberAt(bytes, base.next + 1);
  if (!isOne || bytes[base.next] !== END || size.next + size.value !== end) throw new Error(`${name}: its data is not one segment at the base of its memory`);
  return bytes.subarray(size.next, end);
}

/** LEB128. */
function numberAt(bytes, at) {
  let value = 0;
  let next = at;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[next++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next };
  }
}
