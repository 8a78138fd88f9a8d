/**
 * What is there already, or on its way. A function that answers at once where it can spares its caller the promises of an
 * async one; on a site, where the host follows each promise from request to request, they are what a run is made of.
 */
export type Awaitable<Value> = Value | Promise<Value>;
