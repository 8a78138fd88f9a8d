import { z } from 'zod';
import { parseConfig } from '../../../server/src/config';
import { compileTool } from '../../../server/src/engine/compile-tool';
import type { CompiledTool } from '../../../server/src/engine/compile-tool';
import { settleProviders } from '../../../server/src/engine/settle-providers';
import { ADAPTERS } from '../../../server/src/providers/registry';
import { findUntouchedProvider } from '../execute';
import { placeOf } from './pages';
import type { Fence } from './pages';
import { runModule } from './run-code';

/** What the environment of a reader would have. */
const ENVIRONMENT: Record<string, string> = { REDIS_URL: 'redis://127.0.0.1:6379' };

const sampleOf = (name: string): string => ENVIRONMENT[name] ?? `value-of-${name}`;

const environment = new Proxy<Record<string, string>>({}, { get: (_all, name) => sampleOf(String(name)) });

/** The host's `env`, which knows every name. */
const env = Object.assign((name: string, fallback?: unknown) => fallback ?? sampleOf(name), {
  int: (_name: string, fallback = 1) => fallback,
  float: (_name: string, fallback = 1) => fallback,
  bool: (_name: string, fallback = true) => fallback,
  array: (name: string, fallback = [sampleOf(name)]) => fallback,
  json: (_name: string, fallback = {}) => fallback,
  date: (_name: string, fallback = new Date()) => fallback,
  oneOf: (_name: string, allowed: unknown[], fallback = allowed[0]) => fallback,
});

/** What a file of `config/` says to the host. */
export const readConfigFile = ({ code }: Fence): unknown => {
  const exported = z
    .union([z.object({ default: z.unknown() }), z.unknown()])
    .parse(runModule(code, { process: { ...process, env: environment } }));
  const value =
    typeof exported === 'object' && exported !== null && 'default' in exported ? exported.default : exported;
  return typeof value === 'function' ? value({ env }) : value;
};

export const readFragment = ({ code }: Fence): unknown =>
  z
    .object({ default: z.unknown() })
    .parse(runModule(`export default {\n${code}\n};`, { process: { env: environment } })).default;

/** The plugin's part of `config/plugins`; fails without one. */
export const pluginPart = (plugins: unknown): Record<string, unknown> =>
  z
    .object({
      'ai-tools': z.object({
        enabled: z.boolean(),
        config: z.record(z.string(), z.unknown()).default({}),
      }),
    })
    .parse(plugins)['ai-tools'].config;

/** The tools of a configuration that the plugin takes; throws what it would stop the site with. */
export const compileConfig = (fence: Fence, config: unknown): CompiledTool[] => {
  const { providers: configured, tools, prices, network } = parseConfig(config);
  const providers = settleProviders({
    adapters: ADAPTERS,
    stored: new Map(),
    configured,
    constants: {},
    decrypt: () => null,
    privateEndpointKinds: network.allow_private_endpoints,
    prices,
  });
  return tools.map((definition) => {
    const outcome = compileTool(definition, (id) => providers.get(id) ?? findUntouchedProvider(id));
    if ('faults' in outcome) throw new Error(`${placeOf(fence)}: ${JSON.stringify(outcome.faults)}`);
    return outcome.tool;
  });
};
