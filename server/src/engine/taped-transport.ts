import type { PlaygroundExchange } from '../../../contracts/playground';
import type { ProviderRequest } from '../providers/adapter';
import type { Transport } from '../providers/transport';

/** One request on its way, and what has come of it so far. */
interface Recording {
  request: PlaygroundExchange['request'];
  status: number | null;
  headers: Record<string, string>;
  chunks: Uint8Array[];
  failure: string | null;
  startedAt: number;
  endedAt: number;
}

const describeRequest = (request: ProviderRequest): PlaygroundExchange['request'] => {
  if ('simulated' in request) return null;
  const { method, url, headers, body } = request;
  return { method, url, headers: { ...headers }, body };
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const toExchange = ({
  request,
  status,
  headers,
  chunks,
  failure,
  startedAt,
  endedAt,
}: Recording): PlaygroundExchange => ({
  request,
  response:
    status === null ? null : { status, headers, body: Buffer.concat(chunks).toString('utf8'), is_cut: false },
  failure,
  latency_ms: endedAt - startedAt,
});

/** A transport that keeps what it carries, secrets and all: what leaves here has to be redacted. */
export const tapeTransport = (send: Transport, now: () => number) => {
  const recordings: Recording[] = [];

  const tape = async function* (
    recording: Recording,
    body: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) {
        recording.chunks.push(chunk);
        yield chunk;
      }
    } catch (error) {
      recording.failure = messageOf(error);
      throw error;
    } finally {
      recording.endedAt = now();
    }
  };

  const tapedSend: Transport = async (request, options) => {
    const startedAt = now();
    const recording: Recording = {
      request: describeRequest(request),
      status: null,
      headers: {},
      chunks: [],
      failure: null,
      startedAt,
      endedAt: startedAt,
    };
    recordings.push(recording);
    try {
      const response = await send(request, options);
      recording.status = response.status;
      recording.headers = response.headers;
      const body = tape(recording, response.body);
      const text = async (): Promise<string> => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of body) chunks.push(chunk);
        return Buffer.concat(chunks).toString('utf8');
      };
      return { ...response, body, text };
    } catch (error) {
      recording.failure = messageOf(error);
      throw error;
    } finally {
      recording.endedAt = now();
    }
  };

  return { send: tapedSend, exchanges: (): PlaygroundExchange[] => recordings.map(toExchange) };
};
