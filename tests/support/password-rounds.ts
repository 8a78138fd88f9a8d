/** A site file that has Users & Permissions make its hashes with so many rounds, as a power of two: fewer are quicker to check. */
export const passwordRounds = (rounds: number): Record<string, string> => ({
  'src/index.js': `module.exports = {
    register: ({ strapi }) => {
      strapi.contentType('plugin::users-permissions.user').attributes.password.encryption = { rounds: ${rounds} };
    },
  };`,
});
