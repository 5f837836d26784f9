import { describe, expect, it } from 'vitest';
import { createRedactor, openRedactor, redact, redactJson, redactValue, scanSecrets } from '../../src/text/redact/index.js';
import { CLEAN } from './corpus/clean.js';
import { corpus, kindCount, survives, type Labelled } from './corpus/index.js';
import { ALNUM, HEX, randomOf } from './corpus/random.js';

const SEED = 20_240_501;
const samples = corpus(SEED, 4);
const random = randomOf(7);
const secret = random.chars(ALNUM, 24);
const github = `gh${'p_'}${random.chars(ALNUM, 36)}`;

function missed(group: Labelled['group']): string[] {
  return samples.filter((sample) => sample.group === group && sample.secrets.some((value) => survives(redact(sample.text), value))).map((sample) => `${sample.id}: ${sample.text}`);
}

describe('the corpus', () => {
  it('is broad', () => {
    expect(kindCount()).toBeGreaterThanOrEqual(150);
    expect(Object.keys(CLEAN).length).toBeGreaterThanOrEqual(150);
  });
  it('has no token of a vendor left', () => expect(missed('token')).toEqual([]));
  it('has no structure left', () => expect(missed('structure')).toEqual([]));
  it('has at most one named value in 200 left', () => expect(missed('value').length).toBeLessThanOrEqual(samples.filter((sample) => sample.group === 'value').length / 200));
  it('keeps every look-alike as it was', () => {
    const touched = samples.filter((sample) => sample.group === 'clean' && redact(sample.text) !== sample.text);
    expect(touched.map((sample) => `${sample.id}: ${redact(sample.text)}`)).toEqual([]);
  });
  it('flags nothing clean, and most of what is secret', () => {
    const flagged = (sample: Labelled): boolean => scanSecrets(sample.text).some((span) => span.tier === 'flag');
    expect(samples.filter((sample) => sample.group === 'clean' && flagged(sample)).map((sample) => sample.id)).toEqual([]);
    const secrets = samples.filter((sample) => sample.group !== 'clean');
    expect(secrets.filter(flagged).length / secrets.length).toBeGreaterThanOrEqual(0.95);
  });
});

describe('chance', () => {
  it('four x of mixed case make no placeholder of a token', () => {
    const token = `gh${'p_'}${random.chars(ALNUM, 16)}xXxX${random.chars(ALNUM, 16)}`;
    expect(redact(`a ${token} b`)).toBe('a [REDACTED] b');
    expect(redact(`a gh${'p_'}${'x'.repeat(36)} b`)).not.toContain('[REDACTED]');
  });
  it('an id of a session that looks like words is one by its name', () => {
    expect(redact("curl -b 'PHPSESSID=nqk6cay611qko9457vemrync2z' https://x.internal")).toBe("curl -b 'PHPSESSID=[REDACTED]' https://x.internal");
  });
});

describe('what always holds', () => {
  it('is idempotent and keeps the number of lines', () => {
    const bad = samples.filter((sample) => {
      const once = redact(sample.text);
      return redact(once) !== once || once.split('\n').length !== sample.text.split('\n').length;
    });
    expect(bad.map((sample) => `${sample.id}: ${redact(sample.text)} → ${redact(redact(sample.text))}`)).toEqual([]);
  });
  it('keeps JSON valid, on one line and over many', () => {
    const isJson = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const records = [...samples.filter((sample) => isJson(sample.text)), ...samples.map((sample) => ({ ...sample, text: JSON.stringify({ output: sample.text, n: 1 }) }))];
    expect(records.length).toBeGreaterThan(1000);
    expect(records.filter((sample) => !isJson(redact(sample.text))).map((sample) => redact(sample.text))).toEqual([]);
  });
  it('hides the same when it arrives inside a JSON string', () => {
    const left = samples.filter((sample) => sample.group !== 'clean' && sample.secrets.some((value) => survives(redact(JSON.stringify({ output: sample.text })), value)));
    expect(left.length / samples.length).toBeLessThan(0.02);
  });
  it('hides the same in pieces of any size', () => {
    const text = samples.map((sample) => sample.text).join('\n');
    for (const size of [1000, 65_536, 300_001]) {
      const out: string[] = [];
      const stream = openRedactor((part) => out.push(part));
      for (let at = 0; at < text.length; at += size) stream.write(text.slice(at, at + size));
      stream.end();
      expect(out.join('')).toBe(redact(text));
    }
  });
  it('gives spans in order, without overlap, inside one line', () => {
    for (const sample of samples) {
      let end = 0;
      for (const span of scanSecrets(sample.text)) {
        expect(span.start).toBeGreaterThanOrEqual(end);
        expect(sample.text.slice(span.start, span.end)).not.toContain('\n');
        end = span.end;
      }
    }
  });
});

describe('known values of the environment', () => {
  const env = { APP_TOKEN: `${secret}/x+y z"q`, HOME: '/home/ada', LANG: 'en_GB', SHORT_SECRET: 'abc' };
  const value = env.APP_TOKEN;
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  it.each([
    ['plain', value], ['url', encodeURIComponent(value)], ['json', JSON.stringify(value)], ['hex', Buffer.from(value).toString('hex')], ['base64', base64(value)], ['base64 behind one byte', base64(`a${value}`)],
    ['base64 behind two bytes', base64(`ab${value} tail`)], ['base64url', Buffer.from(value).toString('base64url')], ['xml', value.replace(/"/g, '&quot;')],
  ])('is hidden as %s', (_form, text) => {
    const out = redact(`before ${text} behind`, { env });
    expect(out).toContain('[REDACTED]');
    expect(survives(out, text.slice(4, -4))).toBe(false);
  });
  it('keeps values of other names, and common ones', () => {
    expect(redact('/home/ada en_GB abc', { env })).toBe('/home/ada en_GB abc');
    expect(redact('mode true production', { env: { AUTH_TOKEN: 'production', PASSWORD: 'true' } })).toBe('mode true production');
  });
  it('serves a redactor made once', () => expect(createRedactor({ env }).redact(`x ${value}`)).toBe('x [REDACTED]'));
});

describe('objects', () => {
  it('looks at names, pairs and neighbours', () => {
    const out = redactJson({
      dbPassword: 'swordfish', client_secret: secret, access_token: secret, connectionString: `Server=db;Password=${secret};`, [github]: 1, list: [{ name: 'API_KEY', value: secret }], argv: ['tool', '--token', secret], entry: ['Authorization', `Bearer ${secret}`],
      deep: { auth: { password: 12_345_678 } }, error: new Error(`password=${secret}`), map: new Map([['token', secret]]),
    });
    expect(out).not.toContain(secret);
    expect(out).not.toContain(github);
    expect(out).not.toMatch(/swordfish|12345678/);
    expect(() => { JSON.parse(out); }).not.toThrow();
  });
  it('leaves what is harmless', () => {
    const harmless = { max_tokens: 4096, token: 'string', name: 'password', keys: ['id', 'name'], sha: random.chars(HEX, 40), nested: { tokens: [1, 2] }, none: null };
    expect(redactValue(harmless)).toEqual(harmless);
  });
  it('keeps cycles, depth and odd keys', () => {
    const cycle: { self?: unknown; token: string } = { token: secret };
    cycle.self = cycle;
    const copy = redactValue(cycle);
    expect(copy.self).toBe(copy);
    expect(copy.token).toBe('[REDACTED]');
    let deep: unknown = secret;
    for (let at = 0; at < 20_000; at += 1) deep = { token: deep };
    expect(redactJson(deep)).not.toContain(secret);
    expect(redactJson(JSON.parse('{"__proto__": {"a": 1}}'))).toBe('{"__proto__":{"a":1}}');
  });
});

describe('one by one', () => {
  it('looks for other secrets behind a BEGIN line, whether the key ends or not', () => {
    const [begin, end] = ['BEGIN', 'END'].map((word) => [`-----${word}`, 'PRIVATE', 'KEY-----'].join(' '));
    const password = `${random.chars(ALNUM, 12)}7`;
    for (const last of ['', `\n${end}`]) {
      const out = redact(`b.js:2 +${begin}\na.js:1 +const settings = { password: '${password}', token: '${github}' };${last}`);
      expect([out.includes(password), out.includes(github)]).toEqual([false, false]);
    }
  });
  const kept = (text: string): void => expect(redact(text)).toBe(text);
  const value = 'hunter2'.repeat(2);
  it.each([
    [`password="correct horse battery"`, 'password="[REDACTED]"'],
    [`passwd=${value}`, 'passwd=[REDACTED]'],
    [`{\\"password\\":\\"${value}\\"}`, '{\\"password\\":\\"[REDACTED]\\"}'],
    [`postgres://app:s3cr3t${'pw'}@db/x`, 'postgres://app:[REDACTED]@db/x'],
    [`{"password":12345678,"a":1}`, '{"password":"[REDACTED]","a":1}'],
    [`-----BEGIN ${'PRIVATE KEY'}-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQ'}\n-----END ${'PRIVATE KEY'}-----`, `-----BEGIN ${'PRIVATE KEY'}-----\n[REDACTED]\n-----END ${'PRIVATE KEY'}-----`],
    [`jwt ${['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', 'c2lnbmF0dXJlLXZhbHVl'].join('.')}`, 'jwt [REDACTED]'],
    [`\u001b[31mtoken\u001b[0m=\u001b[1mabcd12\u001b[0m34efgh\n`, '\u001b[31mtoken\u001b[0m=\u001b[1m[REDACTED]\n'],
  ])('masks %s', (text, out) => expect(redact(text)).toBe(out));
  it('leaves verdicts of go test', () => kept('--- PASS: TestReturns1ErrorWhenFailed/2_errors (0.00s)\nPASS: TestLogin2 (0.01s)\n'));
  it('flags a committed .env value, a token and a private key, and no placeholder', () => {
    const tiers = (text: string): string[] => scanSecrets(text).map((span) => span.tier);
    expect(tiers(`DB_PASSWORD=${secret}`)).toEqual(['flag']);
    expect(tiers(`  PUSH_TOKEN: ${github}`)).toEqual(['flag']);
    expect(tiers(`token: '${'test-token'}'`)).toEqual([]);
    expect(tiers('API_KEY=YOUR_API_KEY')).toEqual([]);
  });
});
