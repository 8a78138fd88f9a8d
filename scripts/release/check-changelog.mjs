/** Whether the changelog tells what is in this version, and when it was released. */
export const findChangelogFaults = (changelog, version) => {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  if (section === undefined) return [`CHANGELOG.md has no section “## [${version}] - <date>”.`];
  const [heading, ...lines] = section.split('\n');
  return [
    ...(/^\[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading)
      ? []
      : [`CHANGELOG.md does not say when ${version} was released: “## [${version}] - 2026-11-22”.`]),
    ...(lines.some((line) => line.startsWith('- ')) ? [] : [`CHANGELOG.md says nothing about ${version}.`]),
  ];
};
