import { jwt } from './tokens.js';
import { ALNUM, BASE64, DIGITS, HEX, LOWER, SMALLS, URLSAFE, base64, type Random } from './random.js';

export interface Sample {
  readonly text: string;
  /** Nothing of these may survive. */
  readonly secrets: readonly string[];
}
type Make = (random: Random) => Sample;

const one = (secret: string, text: string): Sample => ({ text, secrets: [secret] });
const pem = (label: string, random: Random, lines: number): { text: string; body: string[] } => {
  const body = Array.from({ length: lines }, (_, at) => random.chars(BASE64, at === lines - 1 ? 44 : 64));
  return { text: [`-----BEGIN ${label}-----`, ...body, `-----END ${label}-----`].join('\n'), body };
};
const pemKind = (label: string, lines: number, wrap: (text: string) => string): Make => (random) => {
  const { text, body } = pem(label, random, lines);
  return { text: wrap(text), secrets: body };
};
const PRIVATE = 'PRIVATE KEY';
const pw = (random: Random): string => random.chars(ALNUM, 8 + random.int(10));
const dirty = (random: Random): string => `${random.chars(ALNUM, 6)}${random.pick(['!', '$1', '#7', '*', '^', '%21', '=', '~'])}${random.chars(ALNUM, 5)}`;

export const STRUCTURES: Readonly<Record<string, Make>> = {
  'pem-pkcs8': pemKind(PRIVATE, 8, (t) => t),
  'pem-rsa': pemKind(`RSA ${PRIVATE}`, 12, (t) => `key:\n${t}\nend\n`),
  'pem-ec': pemKind(`EC ${PRIVATE}`, 3, (t) => t),
  'pem-openssh': pemKind(`OPENSSH ${PRIVATE}`, 7, (t) => `cat id\n${t}\n`),
  'pem-dsa': pemKind(`DSA ${PRIVATE}`, 6, (t) => t),
  'pem-encrypted': pemKind(`ENCRYPTED ${PRIVATE}`, 9, (t) => t),
  'pgp-block': pemKind(`PGP ${PRIVATE} BLOCK`, 9, (t) => t.replace('-----\n', '-----\nVersion: GnuPG v2\n\n')),
  'pem-diff': pemKind(`RSA ${PRIVATE}`, 5, (t) => `+++ b/k.pem\n@@ -0,0 +1,7 @@\n${t.split('\n').map((l) => `+${l}`).join('\n')}\n`),
  'pem-removed': pemKind(PRIVATE, 5, (t) => t.split('\n').map((l) => `-${l}`).join('\n')),
  'pem-json': pemKind(PRIVATE, 5, (t) => JSON.stringify({ type: 'service_account', key: t })),
  'pem-json-log': pemKind(PRIVATE, 5, (t) => JSON.stringify({ msg: JSON.stringify({ k: t }) })),
  'pem-yaml': pemKind(PRIVATE, 5, (t) => `tls:\n  key: |\n${t.split('\n').map((l) => `    ${l}`).join('\n')}\nnext: 1\n`),
  'pem-env': pemKind(PRIVATE, 5, (t) => `KEY="${t.replace(/\n/g, '\\n')}"\n`),
  'pem-log-prefix': pemKind(PRIVATE, 5, (t) => t.split('\n').map((l) => `web_1  | ${l}`).join('\n')),
  'pem-stamped': pemKind(PRIVATE, 5, (t) => t.split('\n').map((l) => `2024-05-01T10:00:00.123Z ${l}`).join('\n')),
  'pem-quoted': pemKind(PRIVATE, 5, (t) => t.split('\n').map((l) => `> ${l}`).join('\n')),
  'pem-code': pemKind(`RSA ${PRIVATE}`, 4, (t) => `const k =\n${t.split('\n').map((l) => `  "${l}\\n" +`).join('\n')}\n  "";\n`),
  'pem-crlf': pemKind(PRIVATE, 5, (t) => t.replace(/\n/g, '\r\n')),
  'pem-cut': pemKind(PRIVATE, 6, (t) => t.split('\n').slice(0, -1).join('\n')),
  'pem-base64': (random) => {
    const text = base64(pem(PRIVATE, random, 4).text);
    return one(text, `TLS=${text}\n`);
  },
  'putty': (random) => {
    const lines = [64, 64, 40].map((length) => random.chars(BASE64, length));
    const mac = random.chars(HEX, 64);
    return { text: `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: x\nPublic-Lines: 1\nAAAAB3NzaC1yc2E\nPrivate-Lines: 3\n${lines.join('\n')}\nPrivate-MAC: ${mac}\n`, secrets: [...lines, mac] };
  },
  'jwk': (random) => {
    const d = random.chars(URLSAFE, 43);
    return one(d, JSON.stringify({ kty: 'EC', crv: 'P-256', x: random.chars(URLSAFE, 43), y: random.chars(URLSAFE, 43), d }));
  },
  'jwk-oct': (random) => {
    const k = random.chars(URLSAFE, 43);
    return one(k, JSON.stringify({ keys: [{ k, alg: 'HS256', kty: 'oct', kid: '1' }] }, null, 2));
  },
  ...Object.fromEntries(
    ['postgres', 'postgresql', 'mysql', 'mongodb', 'mongodb+srv', 'redis', 'rediss', 'amqp', 'amqps', 'https', 'http', 'ftp', 'sftp', 'smtp', 'mssql', 'clickhouse', 'nats', 'ldap', 'kafka', 'postgresql+psycopg2'].map((scheme): [string, Make] => [
      `url-${scheme}`,
      (random) => {
        const secret = random.int(2) === 0 ? pw(random) : dirty(random).replace('#7', '%237');
        return one(secret, random.pick([`DATABASE_URL=${scheme}://app:${secret}@db.internal:5432/app?ssl=true\n`, `connecting to ${scheme}://svc_user:${secret}@10.0.0.3/x ...\n`, `url: "${scheme}://admin:${secret}@host.example/p"\n`, `{"url":"${scheme}://u:${secret}@h:1"}`]));
      },
    ]),
  ),
  'url-empty-user': (random) => withSecret(pw(random), (s) => `REDIS_URL=redis://:${s}@cache:6379/0\n`),
  'url-token-user': (random) => withSecret(random.chars(ALNUM, 40), (s) => `git clone https://${s}@git.internal/a/b.git\n`),
  'url-at-in-password': (random) => withSecret(`${random.chars(ALNUM, 5)}@${random.chars(ALNUM, 9)}`, (s) => `postgres://app:${s}@db/x\n`),
  'url-slash-in-password': (random) => withSecret(`${random.chars(ALNUM, 5)}/${random.chars(ALNUM, 9)}`, (s) => `mysql://app:${s}@db/x\n`),
  'jdbc-oracle': (random) => withSecret(pw(random), (s) => `jdbc:oracle:thin:scott/${s}@//db:1521/orcl\n`),
  'jdbc-parameter': (random) => withSecret(pw(random), (s) => `jdbc:mysql://db:3306/app?user=app&password=${s}&useSSL=true\n`),
  'libpq': (random) => withSecret(pw(random), (s) => `psql "host=db user=app password=${s} dbname=x"\n`),
  'azure-storage': (random) => withSecret(`${random.chars(BASE64, 86)}==`, (s) => `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${s};EndpointSuffix=core.windows.net\n`),
  'azure-service-bus': (random) => withSecret(`${random.chars(BASE64, 43)}=`, (s) => `Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${s}\n`),
  'azure-sas': (random) => withSecret(random.chars(ALNUM, 43), (s) => `https://a.blob.core.windows.net/c?sv=2022-11-02&sr=c&se=2030-01-01&sp=r&sig=${s}%3D\n`),
  'presigned-s3': (random) => withSecret(random.chars(HEX, 64), (s) => `https://b.s3.amazonaws.com/k?X-Amz-Date=20240101T000000Z&X-Amz-SignedHeaders=host&X-Amz-Signature=${s}\n`),
  'basic-header': (random) => withSecret(base64(`svc:${pw(random)}`), (s) => `Authorization: Basic ${s}\n`),
  'basic-code': (random) => withSecret(base64(`svc:${pw(random)}`), (s) => `req.setHeader('Authorization', 'Basic ${s}');\n`),
  'bearer-opaque': (random) => withSecret(random.chars(URLSAFE, 40), (s) => `authorization: Bearer ${s}\n`),
  'bearer-json': (random) => withSecret(random.chars(ALNUM, 32), (s) => JSON.stringify({ headers: { Authorization: `Bearer ${s}` } })),
  'bearer-log': (random) => withSecret(random.chars(HEX, 40), (s) => `sent header Bearer ${s} to upstream\n`),
  'token-header': (random) => withSecret(random.chars(HEX, 40), (s) => `Authorization: token ${s}\n`),
  'bot-header': (random) => withSecret(random.chars(ALNUM, 50), (s) => `"Authorization": "Bot ${s}"\n`),
  'aws-sigv4': (random) => withSecret(random.chars(HEX, 64), (s) => `Authorization: AWS4-HMAC-SHA256 Credential=x/20240101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${s}\n`),
  'private-token-header': (random) => withSecret(random.chars(ALNUM, 20), (s) => `curl --header "PRIVATE-TOKEN: ${s}" https://git.internal/api\n`),
  'cookie-session': (random) => withSecret(random.chars(SMALLS, 32), (s) => `Cookie: theme=dark; sessionid=${s}; lang=en\n`),
  'set-cookie': (random) => withSecret(random.chars(URLSAFE, 44), (s) => `Set-Cookie: sid=${s}; Path=/; HttpOnly; Secure; SameSite=Lax\n`),
  'cookie-connect': (random) => withSecret(`s%3A${random.chars(URLSAFE, 32)}.${random.chars(BASE64, 43)}`, (s) => `cookie: connect.sid=${s}\n`),
  'cookie-php': (random) => withSecret(random.chars(SMALLS, 26), (s) => `curl -b 'PHPSESSID=${s}' https://x.internal\n`),
  'cookie-java': (random) => withSecret(random.chars('0123456789ABCDEF', 32), (s) => `{"cookie":"JSESSIONID=${s}; a=b"}\n`),
  'netrc': (random) => withSecret(pw(random), (s) => `machine api.internal login ada password ${s}\n`),
  'netrc-lines': (random) => withSecret(pw(random), (s) => `machine api.internal\n  login ada\n  password ${s}\n`),
  'pgpass': (random) => withSecret(pw(random), (s) => `db.internal:5432:app:ada:${s}\n`),
  'npmrc-token': (random) => withSecret(random.chars(HEX, 36), (s) => `//registry.internal/:_authToken=${s}\n`),
  'npmrc-auth': (random) => withSecret(base64(`ada:${pw(random)}`), (s) => `//registry.internal/:_auth=${s}\nalways-auth=true\n`),
  'npmrc-password': (random) => withSecret(base64(pw(random)), (s) => `//registry.internal/:_password=${s}\n`),
  'docker-config': (random) => withSecret(base64(`ada:${pw(random)}`), (s) => JSON.stringify({ auths: { 'registry.internal': { auth: s } } }, null, 2)),
  'pip-conf': (random) => withSecret(pw(random), (s) => `[global]\nindex-url = https://ada:${s}@pypi.internal/simple\n`),
  'maven-settings': (random) => withSecret(pw(random), (s) => `<server>\n  <id>x</id>\n  <username>ada</username>\n  <password>${s}</password>\n</server>\n`),
  'gradle': (random) => withSecret(pw(random), (s) => `signing.keyId=1A2B\nsigning.password=${s}\n`),
  'git-credentials': (random) => withSecret(pw(random), (s) => `https://ada:${s}@git.internal\n`),
  'htpasswd-command': (random) => withSecret(pw(random), (s) => `htpasswd -bc .htpasswd ada ${s}\n`),
  'curl-user': (random) => withSecret(pw(random), (s) => `curl -u ada:${s} https://x.internal/v1\n`),
  'curl-user-quoted': (random) => withSecret(dirty(random), (s) => `curl -sS --user 'ada:${s}' https://x.internal/v1\n`),
  'mysql-p': (random) => withSecret(pw(random), (s) => `mysql -h db -u root -p${s} app < dump.sql\n`),
  'mysqldump-p': (random) => withSecret(pw(random), (s) => `$ mysqldump -uroot -p'${s}' app\n`),
  'sshpass': (random) => withSecret(pw(random), (s) => `sshpass -p ${s} ssh ada@host\n`),
  'docker-login': (random) => withSecret(pw(random), (s) => `docker login -u ada -p ${s} registry.internal\n`),
  'redis-cli': (random) => withSecret(pw(random), (s) => `redis-cli -h cache -a ${s} ping\n`),
  'ldapsearch': (random) => withSecret(pw(random), (s) => `ldapsearch -x -D cn=admin -w ${s} -b dc=x\n`),
  'openssl-pass': (random) => withSecret(pw(random), (s) => `openssl rsa -in k.pem -passin pass:${s}\n`),
  'sql-identified': (random) => withSecret(dirty(random), (s) => `CREATE USER 'app'@'%' IDENTIFIED BY '${s}';\n`),
  'sql-with-password': (random) => withSecret(pw(random), (s) => `ALTER ROLE app WITH LOGIN PASSWORD '${s}';\n`),
  'sql-encrypted': (random) => withSecret(pw(random), (s) => `CREATE ROLE app ENCRYPTED PASSWORD '${s}'\n`),
  'redis-conf': (random) => withSecret(pw(random), (s) => `port 6379\nrequirepass ${s}\n`),
  'wireguard': (random) => withSecret(`${random.chars(BASE64, 43)}=`, (s) => `[Interface]\nPrivateKey = ${s}\nAddress = 10.0.0.1/24\n`),
  'wpa': (random) => withSecret(pw(random), (s) => `network={\n  ssid="home"\n  psk="${s}"\n}\n`),
  'bcrypt': (random) => withSecret(`$2b$${'12$'}${random.chars(`${ALNUM}./`, 53)}`, (s) => `ada:${s}\n`),
  'google-app-password': (random) => withSecret([1, 2, 3, 4].map(() => random.chars(LOWER, 4)).join(' '), (s) => `GMAIL_APP_PASSWORD="${s}"\n`),
  'otp-uri': (random) => withSecret(random.chars('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32), (s) => `otpauth://totp/x:ada?secret=${s}&issuer=x\n`),
  'mnemonic': (random) => withSecret(Array.from({ length: 12 }, () => random.chars(LOWER, 5)).join(' '), (s) => `MNEMONIC="${s}"\n`),
  'jwt-cookie': (random) => withSecret(jwt(random), (s) => `Cookie: auth=${s}; x=1\n`),
  'oauth-fragment': (random) => withSecret(random.chars(ALNUM, 40), (s) => `redirect to https://app/cb#access_token=${s}&token_type=bearer&expires_in=3600\n`),
  'oauth-body': (random) => withSecret(random.chars(URLSAFE, 48), (s) => `grant_type=refresh_token&client_id=abc&refresh_token=${s}\n`),
  'vault-password-file': (random) => withSecret(pw(random), (s) => `ansible_become_password: ${s}\n`),
  'pin': (random) => withSecret(`4${random.chars(DIGITS, 5)}`, (s) => `{"otp_code":"${s}"}\n`),
  'password-spoken': (random) => withSecret(pw(random), (s) => `The password is ${s}, please change it.\n`),
};

function withSecret(secret: string, text: (secret: string) => string): Sample {
  return one(secret, text(secret));
}
