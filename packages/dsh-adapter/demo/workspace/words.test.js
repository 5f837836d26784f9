import assert from 'node:assert/strict';
import test from 'node:test';
import { capitalize } from './words.js';

test('a word begins with a capital', () => {
  assert.equal(capitalize('harness'), 'Harness');
});
