/** What lasts in a data directory, by the name it has there. */
export const fileNames = {
  database: 'roomtone.sqlite',
  /** Uploaded pictures; made with the first one. */
  avatars: 'avatars',
  firstKey: 'jwt.key',
  accessTokenKeys: 'access-token-keys.json',
  tlsKey: 'tls-key.pem',
  tlsCertificate: 'tls-cert.pem',
  sandboxProducts: 'sandbox-products.json',
  /** Whose account stands for who sits at this machine. */
  localProfile: 'local-profile',
} as const;
