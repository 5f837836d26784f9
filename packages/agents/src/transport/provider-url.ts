import { UsageError } from '@verifier/core';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** The address of a provider: a key goes there, so it is encrypted or on this machine. Errors: UsageError. */
export function providerUrl(baseUrl: string): URL {
  const wrong = (why: string) => new UsageError(`the base URL of the provider ${why}: name it as https://host/path`);
  if (!URL.canParse(baseUrl)) throw wrong('is none');
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname))) throw wrong('is neither https nor on this machine');
  if (url.username !== '' || url.password !== '') throw wrong('holds a user or a password');
  if (url.search !== '' || url.hash !== '') throw wrong('has a query');
  return url;
}
