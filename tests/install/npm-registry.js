const { execFileSync } = require('node:child_process');

/** Any answer will do: a registry that wants a login or knows no such page is there. */
const isRegistryReachable = async () => {
  try {
    const npm = () =>
      execFileSync('npm', ['config', 'get', 'registry'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        shell: process.platform === 'win32',
      });
    // npm tells its scripts, which is how the tests are usually started
    const registry = process.env.npm_config_registry ?? npm().trim();
    await fetch(registry, { method: 'HEAD', signal: AbortSignal.timeout(3000) });
    return true;
  } catch {
    return false;
  }
};

module.exports = { isRegistryReachable };
