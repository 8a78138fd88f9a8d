import { compileTool } from '../../../server/src/engine/compile-tool';
import { limitsOf } from '../../../server/src/engine/limits-of';
import type { Caller } from '../../../server/src/engine/run';
import type { ToolDefinitionInput } from '../../../server/src/engine/tool-definition';
import { findUntouchedProvider, summarizer } from '../../support/execute';

const tool = (changes: Partial<ToolDefinitionInput>) => {
  const outcome = compileTool(summarizer(changes), findUntouchedProvider);
  if ('faults' in outcome) throw new Error(JSON.stringify(outcome.faults));
  return outcome.tool;
};

const caller = (changes: Partial<Caller>): Caller => ({
  type: 'public',
  id: null,
  label: null,
  address: '192.0.2.1',
  ...changes,
});
const keyOf = (changes: Partial<Caller>): string | undefined =>
  limitsOf(tool({ rate_limit_per_caller: 5 }), caller(changes))[0]?.key;

test('a tool without limits has none', () => {
  expect(limitsOf(tool({}), caller({}))).toEqual([]);
});

test('the caller’s limit is asked before the tool’s', () => {
  const limits = limitsOf(tool({ rate_limit: 100, rate_limit_per_caller: 5 }), caller({}));
  expect(limits).toMatchObject([
    { scope: 'caller', runs: 5 },
    { scope: 'tool', runs: 100, key: 'tool:content-summarizer' },
  ]);
});

test('who was verified is counted as who they are, wherever they call from', () => {
  const ann = keyOf({ type: 'user', id: '7', label: 'ann' });
  expect(keyOf({ type: 'user', id: '7', label: 'renamed', address: '198.51.100.9' })).toBe(ann);
  expect(keyOf({ type: 'user', id: '8', label: 'ann' })).not.toBe(ann);
  expect(keyOf({ type: 'api-token', id: '7', label: 'ann' })).not.toBe(ann);
});

test('who was not is counted by address', () => {
  const here = keyOf({});
  expect(keyOf({ label: 'somebody' })).toBe(here);
  expect(keyOf({ address: '::ffff:192.0.2.1' })).toBe(here);
  expect(keyOf({ address: '192.0.2.2' })).not.toBe(here);
});

test('all addresses that one IPv6 connection comes with are one caller', () => {
  const here = keyOf({ address: '2001:db8:1:2:3:4:5:6' });
  expect(keyOf({ address: '2001:db8:1:2:ffff::1' })).toBe(here);
  expect(keyOf({ address: '2001:db8:1:3::1' })).not.toBe(here);
});

test('an address is not stored in the clear, and every key is short enough for every database', () => {
  const slug = 'a'.repeat(100);
  const [limit] = limitsOf(
    tool({ slug, rate_limit_per_caller: 5 }),
    caller({ type: 'user', id: 'x'.repeat(5000) }),
  );
  expect(limit?.key.length).toBeLessThan(200);
  expect(keyOf({})).not.toContain('192');
});

test('the site’s own code, on nobody’s behalf, has no limit of its own, but is held to the tool’s', () => {
  const limits = limitsOf(
    tool({ rate_limit: 100, rate_limit_per_caller: 5 }),
    caller({ type: 'internal', address: null }),
  );
  expect(limits.map(({ scope }) => scope)).toEqual(['tool']);
});
