export type TransportFailure =
  | 'address_refused'
  | 'host_not_found'
  | 'connection_refused'
  | 'connection_broken'
  /** one that was kept from an earlier request, and that the other side had given up before it had this one */
  | 'connection_stale'
  | 'tls_failed'
  | 'response_too_large';

/**
 * Why there is no answer. Made anew, because the client's own error carries the request and with it the key;
 * `systemCode` is the operating system's word for it, such as ECONNRESET.
 */
export class TransportError extends Error {
  readonly failure: TransportFailure;
  readonly systemCode: string;

  constructor(failure: TransportFailure, systemCode: string) {
    super(`${failure} (${systemCode})`);
    this.name = 'TransportError';
    this.failure = failure;
    this.systemCode = systemCode;
  }
}
