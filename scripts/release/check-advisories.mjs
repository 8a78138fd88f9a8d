import { readCommand } from './commands.mjs';

const readReport = ({ stdout }) => {
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
};

/** The advisories themselves: npm also lists every package that only depends on one with a fault. */
const listAdvisories = ({ vulnerabilities }) =>
  Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((cause) => typeof cause === 'object');

/**
 * Asks the registry which advisories there are for what a site gets with the plugin. One passes when
 * docs/dependencies.md argues it under its id; no answer is no pass.
 */
export const findAdvisoryFaults = (root, argued) => {
  const audit = readCommand(root, 'npm', 'audit', '--omit=dev', '--package-lock-only', '--json');
  const report = readReport(audit);
  if (report.auditReportVersion !== 2) {
    const reason = report.message ?? audit.stderr.trim();
    return [`npm audit has no answer, so nobody knows: ${reason}`];
  }
  const open = listAdvisories(report).filter(({ url }) => !argued.includes(url.split('/').at(-1)));
  return [
    ...new Set(open.map(({ name, title, url, severity }) => `${name}: ${title} (${severity}, ${url})`)),
  ];
};
