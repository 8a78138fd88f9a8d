import { createLiveSink } from '../../../server/src/engine/live-sink';
import { startRun } from '../../../server/src/engine/run';

const PIECE = { text: 'x', toolCalls: [] };

const createSlowCaller = (isAlone: () => boolean) => {
  const reading: (() => void)[] = [];
  const run = startRun(
    {
      requestId: 'r',
      slug: 's',
      inputs: {},
      source: 'test',
      caller: { type: 'internal', id: null, label: null, address: null },
      onChunk: () => new Promise<void>((resolve) => reading.push(resolve)),
    },
    0,
  );
  let isThere = true;
  const sink = createLiveSink(run, { isThere: () => isThere, isAlone, fail: () => {} });
  const send = sink.forModel('m');
  if (!send) throw new Error('no stream');
  const sendPiece = () => {
    const waiting = { isOver: false };
    void Promise.resolve(send(PIECE)).then(() => (waiting.isOver = true));
    return waiting;
  };
  return { sink, sendPiece, reading, leave: () => (isThere = false) };
};

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a caller that is alone and reads slowly is waited for, piece by piece', async () => {
  const { sendPiece, reading } = createSlowCaller(() => true);
  const piece = sendPiece();
  await turn();
  expect(piece.isOver).toBe(false);
  reading.shift()?.();
  await turn();
  expect(piece.isOver).toBe(true);
});

test('it is not waited for any more as soon as somebody waits beside it, and gets its pieces in order still', async () => {
  let isAlone = true;
  const { sink, sendPiece, reading } = createSlowCaller(() => isAlone);
  const first = sendPiece();
  await turn();
  isAlone = false;
  sink.release();
  await turn();
  expect(first.isOver).toBe(true);
  const second = sendPiece();
  await turn();
  expect(second.isOver).toBe(true);
  // never two at a time
  expect(reading).toHaveLength(1);
  reading.shift()?.();
  await turn();
  expect(reading).toHaveLength(1);
  const end = { isOver: false };
  void sink.delivered().then(() => (end.isOver = true));
  await turn();
  expect(end.isOver).toBe(false);
  reading.shift()?.();
  await turn();
  expect(end.isOver).toBe(true);
});

test('a caller that has left gets nothing more, and what it has seen need not be taken back', async () => {
  const { sink, sendPiece, reading, leave } = createSlowCaller(() => true);
  sendPiece();
  await turn();
  expect(sink.wasUsed()).toBe(true);
  leave();
  expect(sink.wasUsed()).toBe(false);
  reading.shift()?.();
  const late = sendPiece();
  await turn();
  expect(late.isOver).toBe(true);
  expect(reading).toHaveLength(0);
});
