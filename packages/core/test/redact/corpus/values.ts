import { ALNUM, BASE64, CAPS, DIGITS, HEX, LOWER, SMALLS, URLSAFE, base64, uuid, type Random } from './random.js';

const NOUNS = 'horse battery staple river copper window garden planet silver monkey dragon castle winter summer orange pepper guitar falcon ticket rocket marble pencil'.split(' ');

/** Values that only their name makes a secret. */
export const VALUES: Readonly<Record<string, (random: Random) => string>> = {
  'password-leet': (random) => `${random.pick(NOUNS)}${random.chars('!@#%^*', 1)}${random.chars(DIGITS, 3)}${random.pick(NOUNS)}`,
  'password-mixed': (random) => `${random.chars(ALNUM, 10)}${random.chars('!#*_', 1)}${random.chars(ALNUM, 3)}`,
  'password-alnum': (random) => random.chars(ALNUM, 16),
  'password-small': (random) => random.chars(SMALLS, 12),
  'password-word-number': (random) => `${random.pick(NOUNS)}${random.chars('123456789', 4)}`,
  'password-capital': (random) => `${capital(random.pick(NOUNS))}${capital(random.pick(NOUNS))}${random.chars('123456789', 2)}!`,
};
export const MADE: Readonly<Record<string, (random: Random) => string>> = {
  'hex-32': (random) => random.chars(HEX, 32),
  'hex-40': (random) => random.chars(HEX, 40),
  'hex-64': (random) => random.chars(HEX, 64),
  'alnum-20': (random) => random.chars(ALNUM, 20),
  'alnum-32': (random) => random.chars(ALNUM, 32),
  'alnum-40': (random) => random.chars(BASE64, 40),
  'base64-44': (random) => `${random.chars(BASE64, 43)}=`,
  'base64-88': (random) => `${random.chars(BASE64, 86)}==`,
  'urlsafe-43': (random) => random.chars(URLSAFE, 43),
  'caps-24': (random) => random.chars(CAPS, 24),
  'uuid': (random) => uuid(random),
  'small-26': (random) => random.chars(SMALLS, 26),
};
export const PHRASES: Readonly<Record<string, (random: Random) => string>> = {
  'passphrase': (random) => [1, 2, 3, 4].map(() => random.pick(NOUNS)).join(' '),
};

export const PASSWORD_NAMES = ['password', 'DB_PASSWORD', 'dbPassword', 'passwd', 'POSTGRES_PASSWORD', 'userPassword', 'admin_password', 'smtp_pass', 'MYSQL_ROOT_PASSWORD', 'redis-password', 'spring.datasource.password', 'PGPASSWORD', 'ftpPassword', 'mail.smtp.password', 'ansible_ssh_pass', 'SSH_PASS', 'keystorePassword', 'ldap_bind_password', 'adminPwd', 'pwd', 'ROOT_PW'];
export const SECRET_NAMES = ['client_secret', 'clientSecret', 'APP_SECRET', 'JWT_SECRET', 'SESSION_SECRET', 'secret', 'webhook_secret', 'consumerSecret', 'SECRET_KEY_BASE', 'oauth.client.secret', 'AWS_SECRET_ACCESS_KEY', 'aws_secret_access_key', 'signing-secret', 'SHARED_SECRET', 'credentials'];
export const TOKEN_NAMES = ['token', 'access_token', 'accessToken', 'API_TOKEN', 'auth_token', 'authToken', 'refresh_token', 'refreshToken', 'botToken', 'GITHUB_TOKEN', 'SLACK_TOKEN', 'x-auth-token', 'id_token', 'api_key', 'apiKey', 'API_KEY', 'X-Api-Key', 'apikey', 'DATADOG_API_KEY', 'privateKey', 'encryption_key', 'ENCRYPTION_KEY', 'signingKey', 'accessKey', 'master_key', 'ALGOLIA_ADMIN_KEY', 'subscription-key', 'SERVICE_ACCOUNT_KEY', 'deploy_key', 'AccountKey', 'SharedAccessKey', 'HEROKU_API_KEY', 'TWILIO_AUTH_TOKEN', 'storageAccountKey', 'hmac_key'];

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export { LOWER, base64 };
