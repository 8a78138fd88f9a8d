module.exports = {
  serveAdminPanel: false,
  auth: { secret: 'bench-admin-secret' },
  apiToken: { salt: 'bench-token-salt' },
  transfer: { token: { salt: 'bench-transfer-salt' } },
  secrets: { encryptionKey: 'bench-encryption-key' },
};
