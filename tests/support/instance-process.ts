import { createHost, listen } from './host';

/*
 * A program of its own: one instance of the site in the folder it is given. It runs what its parent sends it, since the
 * host keeps one site a process.
 */

const [, , folder = ''] = process.argv;

void (async () => {
  const strapi = await createHost(folder);
  await strapi.load();
  const url = await listen(strapi);
  process.on('message', (request: { id: number; source: string }) => {
    void (async () => {
      try {
        // the source is our own test's
        const result: unknown = await new Function('strapi', `return (async () => { ${request.source} })()`)(
          strapi,
        );
        process.send?.({ id: request.id, result: result ?? null });
      } catch (error) {
        process.send?.({ id: request.id, error: String(error) });
      }
    })();
  });
  process.send?.({ url });
})();
