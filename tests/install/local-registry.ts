import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

export interface LocalRegistry {
  url: string;
  /** paths of the answers that came from here and not from the registry behind */
  served: string[];
  stop(): Promise<void>;
}

interface Manifest {
  name: string;
  version: string;
}

/** A registry that holds one package, and sends everyone who wants another to the registry behind it. */
export const startLocalRegistry = async (
  manifest: Manifest,
  tarball: string,
  behind: string,
): Promise<LocalRegistry> => {
  const content = readFileSync(tarball);
  const served: string[] = [];
  let url = '';

  const packumentPath = `/${manifest.name}`;
  const tarballPath = `/${manifest.name}/-/${manifest.name}-${manifest.version}.tgz`;
  const packument = () => ({
    name: manifest.name,
    'dist-tags': { latest: manifest.version },
    versions: {
      [manifest.version]: {
        ...manifest,
        dist: {
          tarball: url + tarballPath,
          integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
        },
      },
    },
  });

  const server = createServer((request, response) => {
    const requested = request.url ?? '/';
    // npm keeps what it is given, and the next run may be given the same port
    response.setHeader('cache-control', 'no-store');
    if (requested === packumentPath) response.end(JSON.stringify(packument()));
    else if (requested === tarballPath) response.end(content);
    else {
      response.writeHead(307, { location: behind.replace(/\/$/, '') + requested }).end();
      return;
    }
    served.push(requested);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the registry has no port');
  url = `http://127.0.0.1:${address.port}`;

  return {
    url,
    served,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
