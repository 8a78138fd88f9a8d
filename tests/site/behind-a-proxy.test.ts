import { setTimeout as pause } from 'node:timers/promises';
import { EXECUTE, basic, call, createUser, grantPublic } from '../support/callers';
import { summarizer } from '../support/execute';
import { HOST_LOG_FILES, readHostLog } from '../support/host-log';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

/* The address of a caller, by which nobodies are told apart, where a proxy says it and where nobody is believed. */

const TWO_EACH = { tools: [summarizer({ rate_limit_per_caller: 2 })] };

const from = (site: Site, forwarded: string, authorization?: string) =>
  call(site, 'POST', 'execute/content-summarizer', {
    body: { content: 'text' },
    authorization,
    headers: { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' },
  });

const statuses = async (requests: (() => ReturnType<typeof from>)[]): Promise<number[]> => {
  const seen: number[] = [];
  for (const request of requests) seen.push((await request()).status);
  return seen;
};

const repeat = <Value>(count: number, value: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_nothing, index) => value(index));

let site: Site;
const open = async (server: Record<string, unknown>) => {
  site = await startSite({ plugin: TWO_EACH, server, files: HOST_LOG_FILES });
  await grantPublic(site, [EXECUTE]);
  await createUser(site, 'victim');
};
afterEach(() => site?.stop());

const guess = (address: string) => () => from(site, address, basic('victim', 'wrong'));

test('behind a proxy that is trusted, callers and guesses are counted by the address that it saw', async () => {
  await open({ proxy: { koa: true, maxIpsCount: 1 } });
  const as = (forwarded: string) => () => from(site, forwarded);
  expect(await statuses([as('192.0.2.1'), as('192.0.2.1'), as('192.0.2.1'), as('192.0.2.2')])).toEqual([
    200, 200, 429, 200,
  ]);
  // what the caller itself put before it is not believed
  expect(await statuses([as('198.51.100.9, 192.0.2.1'), as('not an address, 192.0.2.1')])).toEqual([
    429, 429,
  ]);
  // neighbours in one IPv6 network are one caller
  expect(await statuses(repeat(3, (index) => as(`2001:db8::${index + 1}`)))).toEqual([200, 200, 429]);

  expect(await statuses(repeat(11, () => guess('203.0.113.5')))).toEqual([...repeat(10, () => 401), 429]);
  expect(await statuses([guess('198.51.100.7, 203.0.113.5'), guess('203.0.113.6')])).toEqual([429, 401]);
});

test('without a proxy, nobody is somebody else by saying so', async () => {
  await open({});
  const as = (index: number) => () => from(site, `192.0.2.${index}`);
  expect(await statuses(repeat(3, as))).toEqual([200, 200, 429]);
  expect(await statuses(repeat(11, (index) => guess(`203.0.113.${index}`)))).toEqual([
    ...repeat(10, () => 401),
    429,
  ]);
});

test('a site that believes every address it is told is warned at its start', async () => {
  await open({ proxy: { koa: true } });
  // the host's log is written behind what it tells of
  while (!readHostLog(site).includes('server.proxy.maxIpsCount')) await pause(50);
});
