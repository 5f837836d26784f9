import { describe, expect, test } from 'vitest';
import { capturedLogs, measureCarriers, measureRedLines, measureRedTotals } from './measure.js';

const passed = capturedLogs('passed.');
const BAR = 0.01;

test('there are logs that passed', () => {
  expect(passed.length).toBeGreaterThan(200);
});

test('totals that were edited to red block', { timeout: 60_000 }, () => {
  const { tried, wrong } = measureRedTotals(passed);
  expect(tried).toBeGreaterThan(400);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(tried * BAR);
});

test('one test line that was turned red is at least a warning', { timeout: 60_000 }, () => {
  const { tried, wrong } = measureRedLines(passed);
  expect(tried).toBeGreaterThan(300);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(tried * BAR);
});

describe('carriers change nothing', () => {
  const measured = measureCarriers([...passed, ...capturedLogs('skipped.'), ...capturedLogs('no-tests.')]);
  test.each(Object.entries(measured))('%s', (_name, { tried, wrong }) => {
    expect(tried).toBeGreaterThan(400);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(1);
  });
});
