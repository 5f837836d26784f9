import { describe, expect, test } from 'vitest';
import { loadSyntax } from '../../gather/syntax.js';
import type { TestCase, TestChanges } from '../../model/index.js';
import { grammarsOf, parseDiff, withCode } from '../diff/index.js';
import { readTests } from './index.js';

/** A file that is new, as git shows it. */
const added = (path: string, source: string): string => {
  const lines = source.replace(/\n$/, '').split('\n');
  return `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
};

async function read(patch: string): Promise<TestChanges> {
  const diff = parseDiff(patch);
  return readTests(withCode(diff, await loadSyntax(grammarsOf(diff, () => true)), () => true));
}

/** `group: name [skipped] 2 not found`: what a test is, how it is switched, how many checks it makes. */
const told = ({ name, isGroup, switches, assertions, rows, undiscovered }: TestCase): string =>
  [isGroup ? `group ${name}` : name, ...switches.map(({ kind }) => `[${kind}]`), ...(isGroup ? [] : [String(assertions.length)]), ...(rows.length > 0 ? [`rows ${rows.length}`] : []), ...(undiscovered === null ? [] : ['not found'])].join(' ');

const SOURCES: readonly (readonly [title: string, path: string, source: string, tests: readonly string[]])[] = [
  ['vitest', 'src/a.test.ts', `import { describe, expect, it } from 'vitest';

describe('sum', () => {
  it('adds', () => {
    expect(sum(1, 2)).toBe(3);
    expect(sum(0, 0)).toBe(0);
  });
  it.skip('later', () => { expect(sum(9)).toBe(9); });
  it.each([[1, 1], [2, 4]])('squares %d', (one, two) => {
    expect(one ** 2).toBe(two);
  });
});
`, ['group sum', 'adds 2', 'later [skipped] 1', 'squares %d 1 rows 2']],
  ['node:test', 'test/a.test.js', `import { test } from 'node:test';
import assert from 'node:assert/strict';

test('adds', () => {
  assert.equal(1 + 1, 2);
});

test('waits', { skip: true }, () => {
  assert.ok(false);
});

test('runs', { skip: false }, () => {
  assert.ok(true, 'yes');
});

test('sometimes', { skip: process.platform === 'win32' }, () => {
  assert.ok(1 > 0);
});

test('alone', { only: true }, () => {
  assert.deepEqual([], []);
});
`, ['adds 1', 'waits [skipped] 1', 'runs 1', 'sometimes [conditional] 1', 'alone [focused] 1']],
  ['pytest', 'tests/test_a.py', `import pytest


def test_adds():
    assert 1 + 1 == 2


@pytest.mark.skip(reason="later")
def test_later():
    assert False


@pytest.mark.parametrize("n", [1, 2, 3])
def test_each(n):
    assert n > 0


def helper():
    return 1
`, ['test_adds 1', 'test_later [skipped] 1', 'test_each 1 rows 3']],
  ['unittest', 'tests/test_b.py', `import unittest


class Sums(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(1 + 1, 2)
        self.assertTrue(True)

    @unittest.expectedFailure
    def test_wrong(self):
        self.assertEqual(1, 2)
`, ['test_adds 2', 'test_wrong [expected-failure] 1']],
  ['go', 'sum/sum_test.go', `package sum

import "testing"

func TestAdds(t *testing.T) {
	if Sum(1, 2) != 3 {
		t.Errorf("wrong")
	}
}

func TestLater(t *testing.T) {
	t.Skip("later")
}
`, ['TestAdds 1', 'TestLater [skipped] 0']],
  ['rust', 'tests/sum.rs', `use ring::sum;

#[test]
fn adds() {
    assert_eq!(sum(1, 2), 3);
}

#[test]
#[ignore]
fn later() {
    assert!(sum(0, 0) == 0);
}
`, ['adds 1', 'later [skipped] 1']],
  ['junit', 'src/test/java/SumTest.java', `import org.junit.jupiter.api.*;

class SumTest {
    @Test
    void adds() {
        assertEquals(3, Sum.of(1, 2));
    }

    @Disabled("later")
    @Test
    void later() {
        assertTrue(Sum.of(0, 0) == 0);
    }
}
`, ['adds 1', 'later [skipped] 1']],
  ['rspec', 'spec/sum_spec.rb', `RSpec.describe Sum do
  it "adds" do
    expect(Sum.of(1, 2)).to eq(3)
  end

  xit "waits" do
    expect(Sum.of(0, 0)).to eq(0)
  end
end
`, ['group Sum', 'adds 1', 'waits [skipped] 1']],
  ['phpunit', 'tests/SumTest.php', `<?php

final class SumTest extends TestCase
{
    public function testAdds(): void
    {
        $this->assertSame(3, sum(1, 2));
    }

    public function testLater(): void
    {
        $this->markTestSkipped('later');
    }
}
`, ['testAdds 1', 'testLater [skipped] 0']],
  ['xunit', 'tests/SumTests.cs', `public class SumTests
{
    [Fact]
    public void Adds()
    {
        Assert.Equal(3, Sum.Of(1, 2));
    }

    [Fact(Skip = "later")]
    public void Later()
    {
        Assert.True(false);
    }
}
`, ['Adds 1', 'Later [skipped] 1']],
  ['bats', 'test/sum.bats', `@test "adds" {
  run sum 1 2
  [ "$status" -eq 0 ]
  [ "$output" = 3 ]
}

@test "later" {
  skip
}
`, ['adds 2', 'later [skipped] 0']],
];

describe('the tests of a file', () => {
  test.each(SOURCES)('%s', async (_, path, source, tests) => {
    expect((await read(added(path, source))).added.map(told)).toEqual(tests);
  });
});

const CHANGED = (lines: string) => `diff --git a/test/a.test.js b/test/a.test.js\n--- a/test/a.test.js\n+++ b/test/a.test.js\n@@ -1,${lines.split('\n').filter((line) => !line.startsWith('+')).length} +1,${lines.split('\n').filter((line) => !line.startsWith('-')).length} @@\n${lines}\n`;

describe('both sides of a change', () => {
  test('a test that is named otherwise is the same test', async () => {
    const { kept, removed, added: come } = await read(CHANGED(" import { test } from 'node:test';\n-test('adds', () => {\n+test('adds two', () => {\n   assert.equal(sum(1, 2), 3);\n   assert.equal(sum(0, 0), 0);\n });"));
    expect([kept.filter(({ old }) => old.name !== '').map(({ old, now }) => [old.name, now.name]), removed, come]).toEqual([[['adds', 'adds two']], [], []]);
  });

  test('a test that is gone is removed, one that is new is added', async () => {
    const { removed, added: come } = await read(CHANGED(" import { test } from 'node:test';\n-test('adds', () => {\n-  assert.equal(sum(1, 2), 3);\n-});\n+test('parses a date with a zone', () => {\n+  assert.deepEqual(parse('2020Z').zone, utc);\n+  assert.ok(zones.size > 1);\n+});"));
    expect([removed.map(told), come.map(told)]).toEqual([['adds 1'], ['parses a date with a zone 2']]);
  });

  test('a weaker check has a lower rank', async () => {
    const { kept } = await read(CHANGED(" import { test } from 'node:test';\n test('adds', () => {\n-  assert.equal(sum(1, 2), 3);\n+  assert.ok(sum(1, 2));\n });"));
    const [pair] = kept.filter(({ old }) => old.name === 'adds');
    expect(pair?.old.assertions[0]?.rank).toBeGreaterThan(pair?.now.assertions[0]?.rank ?? 4);
  });

  test('what fails whatever it is given, or never, is a tautology', async () => {
    const { added: come } = await read(added('test/a.test.js', "import { test } from 'node:test';\ntest('nothing', () => {\n  assert.equal(1, 1);\n});\ntest('something', () => {\n  assert.equal(sum(1), 1);\n});\n"));
    expect(come.map(({ assertions }) => assertions[0]?.isTautology)).toEqual([true, false]);
  });

  test('a source file without tests holds none', async () => {
    const { added: come, kept, removed } = await read(added('src/a.js', 'export const test = (name) => name;\ntest(1);\n'));
    expect([come, kept, removed]).toEqual([[], [], []]);
  });
});
