// the plugin from its sources: the test runner compiles them as it loads them
module.exports = require('../../../strapi-server').default;
