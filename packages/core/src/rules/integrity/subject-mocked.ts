import type { DiffFile, DiffLine, Rule } from '../../model/index.js';
import { clean, subjectOf } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, fileName, isComment, isMoved, near, groupOf } from './lines.js';

const MODULE = /\b(?:vi|jest)\.(?:mock|doMock|unstable_mockModule|setMock)\s*\(\s*(?:import\s*\(\s*)?["'`]([^"'`]+)["'`]|\bmock\.module\s*\(\s*["'`]([^"'`]+)["'`]|\b(?:td|proxyquire)\.replace(?:Esm)?\s*\(\s*["'`]([^"'`]+)/;
const PATCH = /\b(?:mocker\.)?patch(?:\.object)?\s*\(\s*["']([\w.]+)["']|\bmonkeypatch\.setattr\s*\(\s*["']([\w.]+)["']|\bmonkeypatch\.setattr\s*\(\s*(\w+)\s*,\s*["'](\w+)["']|\bpatch\.object\s*\(\s*(\w+)\s*,\s*["'](\w+)["']/;
const SPY = /\b(?:vi|jest|sinon|td)\.(?:spyOn|stub|replace)\s*\(\s*(\w+)\s*,\s*["'](\w+)["']\s*\)\s*(?:\.|$)/;
const RUBY = /\ballow(?:_any_instance_of)?\s*\(\s*(subject|described_class|[A-Z]\w*|\w+)\s*\)\s*\.to\s+receive\s*\(?\s*:(\w+[?!]?)|\b(\w+)\.(?:stub|stubs)\s*\(?\s*:(\w+)/;
const JAVA = /\b(?:when|doReturn|given|every)\s*[({][^;]*?\b(\w+)\.(\w+)\s*\(/;
const PHP = /->(?:getMockBuilder|createMock|createPartialMock|createStub)\s*\(\s*\\?(?:\w+\\)*(\w+)::class|Mockery::mock\s*\(\s*\\?(?:\w+\\)*(\w+)::class/;
const MAKES = /\b(?:mock|spy|Mockito\.mock|Mockito\.spy|mockk|spyk|Substitute\.For|Mock\.Of)\s*(?:\(|<)\s*(?:<\s*)?(\w+)(?:\.class|::class|>)?|\bnew Mock<\s*(\w+)\s*>|@(?:Mock|MockBean|Spy)\b[^;]*?\b([A-Z]\w*)\s+\w+\s*;/;

export const rule: Rule = {
  id: 'integrity/subject-mocked',
  docs: {
    title: 'The test replaces the very thing that it tests',
    why: 'A mock answers in its place, so the test says nothing of the code.',
    fix: 'Mock what the code works with, and test the code itself.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      if (file.role !== 'test') continue;
      const at = addedIn(file).find((one) => isSubject(one, file) && !isComment(one.line) && !isMoved(one, diff));
      if (at !== undefined) yield found('block', `The test mocks the unit under test in ${file.path}:${at.line.at}: \`${clean(at.line.text, 80)}\` (mock, patch or stub), so the code itself is not tested. Mock what it works with instead`, [{ file, line: at.line }]);
    }
  },
};

function isSubject(at: At, file: DiffFile): boolean {
  const text = at.line.text;
  const subject = plain(subjectOf(file.path));
  if (subject.length < 2) return false;
  switch (file.language) {
    case 'typescript':
    case 'tsx':
    case 'javascript': {
      const module = groupOf(MODULE.exec(text));
      if (module !== undefined) return /^[./~@#]/.test(module) && isOwnModule(module, subject, file) && !keepsReal(at);
      const spy = SPY.exec(text);
      return spy !== null && isFaked(at) && importsSubject(file, spy[1] ?? '', subject) && isAsserted(file, spy[2] ?? '');
    }
    case 'python': {
      const match = PATCH.exec(text);
      if (match === null) return false;
      const [, a, b, object, method, other, name] = match;
      const parts = (a ?? b ?? '').split('.');
      const called = parts[parts.length - 1] ?? '';
      if (a !== undefined || b !== undefined) {
        const owner = plain(parts[parts.length - 2] ?? '');
        // What the module has imported from others is a collaborator of it.
        return (owner === subject || owner === `test${subject}` || plain(parts[0] ?? '') === subject) && parts.length >= 2 && parts.length <= 4 && isAsserted(file, called) && !isForeign(called);
      }
      return importsSubject(file, object ?? other ?? '', subject) && isAsserted(file, method ?? name ?? '');
    }
    case 'ruby': {
      const match = RUBY.exec(text);
      if (match === null) return false;
      const [, owner = match[3] ?? '', method = match[4] ?? ''] = match;
      const isOwn = owner === 'subject' || owner === 'described_class' || plain(owner) === subject || file.hunks.some(({ lines }) => lines.some(({ text: line }) => new RegExp(`\\b(?:let!?\\(:${owner}\\)|${owner}\\s*=)\\s*\\{?\\s*\\w*::?`, 'i').test(line) && line.toLowerCase().includes(subject)));
      return isOwn && isAsserted(file, method);
    }
    case 'php': {
      const name = groupOf(PHP.exec(text));
      return name !== undefined && plain(name) === subject;
    }
    case 'java':
    case 'kotlin':
    case 'c-sharp': {
      const name = groupOf(MAKES.exec(text));
      if (name !== undefined && plain(name) === subject && !/@InjectMocks/.test(text)) return true;
      const stub = JAVA.exec(text);
      return stub !== null && plain(stub[1] ?? '') === subject && isAsserted(file, stub[2] ?? '');
    }
    default:
      return false;
  }
}

const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
const isForeign = (name: string): boolean => /^(?:requests|time|datetime|sleep|open|os|sys|random|uuid4?|subprocess|logger|log|get|post|now|utcnow|httpx|boto3|socket|settings|config|client|session|db|redis|smtplib)$/.test(name);

/** The module bears the name of the test file, and the test looks at what it gives. */
function isOwnModule(module: string, subject: string, file: DiffFile): boolean {
  const name = plain(fileName(module).replace(/\.[cm]?[jt]sx?$/, ''));
  if (name === subject) return true;
  if (name !== 'index' || !module.startsWith('.')) return false;
  return plain(module.split('/').at(-2) ?? '') === subject && !file.path.includes('__mocks__');
}

/** A part of it is replaced, and the rest is the real one. */
function keepsReal(at: At): boolean {
  const body = `${at.line.text}\n${near(at, 0, 12).map(({ text }) => text).join('\n')}`;
  return /importActual|requireActual|importOriginal|\.\.\.actual|\{\s*spy\s*:\s*true/.test(body);
}

const isFaked = (at: At): boolean => /\.(?:mock(?:Return|Resolved|Rejected|Implementation)\w*|returns|resolves|callsFake|withArgs)\b/.test(`${at.line.text}\n${near(at, 0, 2).map(({ text }) => text).join('\n')}`);

function importsSubject(file: DiffFile, name: string, subject: string): boolean {
  if (name.length < 2) return false;
  if (plain(name) === subject) return true;
  return linesNow(file).some(({ text }) => /\b(?:import|require|from)\b/.test(text) && text.includes(name) && plain(fileName((/["']([^"']+)["']/.exec(text)?.[1] ?? /\bfrom\s+([\w.]+)\s+import\b/.exec(text)?.[1] ?? /\bimport\s+([\w.]+)/.exec(text)?.[1] ?? '').replace(/\.[cm]?[jt]sx?$/, '').replace(/\./g, '/'))) === subject);
}

/** The test calls it and compares what it gives. */
function isAsserted(file: DiffFile, name: string): boolean {
  return name.length > 1 && linesNow(file).some(({ code }) => new RegExp(`(?:\\bexpect|\\bassert\\w*|\\bshould|\\bequal|\\bis_expected|assert)\\b[^\\n]{0,120}\\b${name}\\s*[(.)]`).test(code.slice(0, 400)) && !/\btoHaveBeenCalled|assert_called|have_received|\bverify\b/.test(code));
}

const linesNow = (file: DiffFile): DiffLine[] => file.hunks.flatMap(({ lines }) => lines.filter(({ side }) => side !== 'removed'));
