/** Lets people read the panel in German too; the host offers English alone where a site does not say more. */
export default {
  config: { locales: ['de'] },
  bootstrap: (): void => {},
};
