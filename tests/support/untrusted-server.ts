import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const pem = (name: string) => readFileSync(path.join(__dirname, '../fixtures/tls', name));

/** A server with a certificate of its own making: whoever checks it sends nothing. */
export const startUntrustedServer = async () => {
  let requests = 0;
  const server = https.createServer({ key: pem('key.pem'), cert: pem('certificate.pem') }, (_, response) => {
    requests += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
