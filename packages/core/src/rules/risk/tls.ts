import { ANCHORS } from './anchors.js';
import { defineRisk } from './define-risk.js';
import type { Sign } from './signs.js';
import { around, type Changed } from './view.js';

const OFF = 'switches certificate checks off';
const OLD = 'allows an old TLS version';
const PLAIN = 'sends in plain text what was encrypted';

// Where packages come from is a matter of the supply chain.
const MANIFEST = /(?:^|\/)(?:pom\.xml|package\.json|\.npmrc|Gemfile|pip\.conf|requirements[\w.-]{0,20}\.txt|[\w.-]{1,40}\.gradle(?:\.kts)?|build\.sbt|nuget\.config|Pipfile|pyproject\.toml|composer\.json)$/i;
const SIGNS: readonly Sign[] = [
  // Node's tls and https, npm, request, undici, pg
  { says: OFF, added: /\brejectUnauthorized['"]?\s{0,3}[:=]\s{0,3}(?:false|0|!1)\b|NODE_TLS_REJECT_UNAUTHORIZED\W{1,8}(?:0|false)\b|\bstrict-?ssl\W{1,4}false\b|\bcheckServerIdentity['"]?\s{0,3}[:=]\s{0,3}[^=]{0,20}=>\s{0,3}(?:undefined|null|true|void 0|\{\s{0,3}\})/i },
  // Python: requests, httpx, aiohttp, urllib3, ssl, ldap3; Ansible; pymongo
  { says: OFF, added: /\b(?:verify|verify_ssl|ssl_verify|verify_certs|use_ssl|assert_hostname|check_hostname|validate_certs|ssl_check_hostname)['"]?\s{0,3}[:=]\s{0,3}(?:False|false|no|off|0)\b|\bCERT_NONE\b|_create_unverified_context|\btls_insecure_set\(\s{0,3}True|\btls(?:Insecure|AllowInvalid\w{0,20})\W{1,4}true/, unless: /\bjwt\b|signature/i },
  { says: OFF, added: /\b(?:ssl|tls)['"]?\s{0,3}[:=]\s{0,3}(?:false|False)\b/, files: /config|settings|\.ya?ml$|\.properties$|\.env|db|database|client|connect/i },
  // Go, Rust (reqwest, openssl), Kubernetes and Helm, Traefik
  { says: OFF, added: /\bInsecureSkipVerify\s{0,3}[:=]{1,2}\s{0,3}true|\binsecure-?skip-?(?:tls-?)?verify\b(?!\W{1,4}false)|\bdanger_accept_invalid_(?:certs|hostnames)\(\s{0,3}true|SslVerifyMode::NONE|SSL_VERIFY_NONE|\.dangerous\(\)|\bdanger_accept/i },
  // Java, Kotlin, Android, Netty, Apache HttpClient
  { says: OFF, added: /ALLOW_ALL_HOSTNAME|NoopHostnameVerifier|AllowAllHostnameVerifier|TrustAllStrategy|\bnew \w{0,20}Trust(?:All|Everything|Any|AnyCert)\w{0,20}|TrustAllCerts|trustAll(?:Certs|Certificates)?\s{0,3}[(=:]\s{0,3}true|InsecureTrustManagerFactory|\bArray\(\s{0,3}Trust(?:All|Any|Everything)|\.init\(\s{0,3}null,[^)\n]{0,40}[tT]rust_?(?:All|Any|Everything|all|any)|TrustSelfSignedStrategy|setEndpointIdentificationAlgorithm\(\s{0,3}(?:null|""|"\s*")|[hH]ostnameVerifier\b.{0,80}(?:->\s{0,3}true|\{\s{0,3}true|return true)|checkServerTrusted\([^)]{0,200}\)[^{]{0,80}\{\s{0,3}\}|(?:cleartextTrafficPermitted|usesCleartextTraffic)="true"/ },
  // .NET
  { says: OFF, added: /Certificate(?:Custom)?ValidationCallback\b.{0,160}(?:=>\s{0,3}true|return true|\{\s{0,3}true)|DangerousAcceptAnyServerCertificateValidator|TrustServerCertificate\s{0,3}=\s{0,3}true|RequireHttpsMetadata\s{0,3}=\s{0,3}false/i },
  // PHP: cURL, streams, Guzzle, WordPress, Laravel; libcurl in C
  { says: OFF, added: /CURLOPT_SSL_VERIFY(?:PEER|HOST)\s{0,3}(?:,|=>)\s{0,3}(?:false|0)|['"](?:verify_peer(?:_name)?|sslverify|verify)['"]\s{0,3}=>\s{0,3}false|['"]allow_self_signed['"]\s{0,3}=>\s{0,3}true|\bwithoutVerifying\(/i },
  // Ruby, Elixir, Erlang, Dart, Swift
  { says: OFF, added: /\bVERIFY_NONE\b|\bverify_none\b|:verify_none|\bbadCertificateCallback\b.{0,120}true|NSAllowsArbitraryLoads|URLCredential\(\s{0,3}trust:|\bdisableEvaluation\b|DisabledTrustEvaluator/ },
  // Shell: curl, wget, git, npm, ssh, podman, kubectl, pip and apt
  { says: OFF, added: /\bcurl\b[^|;&\n]{0,200}\s(?:--insecure|-[a-zA-Z]{0,6}k[a-zA-Z]{0,6})(?:\s|$)|\bwget\b[^|;&\n]{0,200}--no-check-certificate|\bsslVerify\W{1,4}(?:false|0)\b|GIT_SSL_NO_VERIFY\W{1,4}(?:1|true)|PYTHONHTTPSVERIFY\W{1,4}0|StrictHostKeyChecking\W{1,4}(?:no|off|accept-new)\b|--tls-verify\W{1,3}false|Verify-Peer\W{1,4}false|\bssl_?no_?verify\b/i },
  { says: PLAIN, added: /\bgrpc\.WithInsecure\(|\binsecure\.NewCredentials\(|\busePlaintext\(|\bChannelCredentials\.Insecure\b|\binsecure_channel\(|\bcreateInsecure\(/ },
  // Database URLs and drivers, proxies
  { says: OFF, added: /\bsslmode\W{1,4}(?:disable|allow|prefer)\b|\buseSSL\W{1,3}false|\bsslMode\W{1,3}DISABLED|[?&]encrypt=false|[?&]tls=skip-verify|\bproxy_ssl_verify\s+off|\bverify none\b|\bSSLProxyVerify\s+none|ssl-mode\W{1,3}DISABLED/i },
  { says: OLD, added: /(?<![!:+\w-])TLSv1(?:\.[01]|_1)?(?:_method)?\b(?![._]\d)|(?<![!:+\w-])SSLv[23]\b|\bVersionTLS1[01]\b|\bVersionSSL30\b|PROTOCOL_(?:SSLv\w{1,4}|TLSv1(?:_1)?)\b|SecurityProtocolType\.(?:Ssl3|Tls|Tls11)\b|SslProtocols\.(?:Ssl[23]|Tls|Tls11)\b|\bTLS_?1_[01]\b/, files: /\.(?!md$)\w+$/ },
  { says: PLAIN, added: /\b(?:SECURE_SSL_REDIRECT|force_ssl|forceSSL|requireHttps|requireSSL|RequireHttps|https_only)\s{0,3}[:=(]\s{0,3}(?:False|false)/i },
  { says: PLAIN, removed: /\bUseHttpsRedirection\(|\bUseHsts\(|\bforce_ssl\s{0,3}=\s{0,3}true|SECURE_SSL_REDIRECT\s{0,3}=\s{0,3}True|\bhttps_only\(\s{0,3}true|\brequiresSecure\(|RequireHttps\b(?!Metadata)/i, kept: /\bUseHttpsRedirection\(|\bUseHsts\(|force_ssl|SECURE_SSL_REDIRECT\s{0,3}=\s{0,3}True|https_only|requiresSecure|RequireHttps/i },
  { says: 'takes certificate pinning out', removed: /\bCertificatePinner\b|\bcertificatePinner\(|\bpinnedCertificates\b|\bPinnedCertificatesTrustEvaluator\b|\b\w{0,20}Pinning\w{0,20}\(|<pin-set|\bcheckServerIdentity\b|public-?key-?pins/i },
  // URLSession's delegate, OpenSSL's and Go's own checks
  { says: OFF, removed: /\bSecTrustEvaluate\w{0,20}\(|\.cancelAuthenticationChallenge\b|\.rejectProtectionSpace\b|\bVerifyPeerCertificate\s{0,3}:|\bVerifyConnection\s{0,3}:|\bX509_check_host\(|\bSSL_get_verify_result\(/, kept: /SecTrustEvaluate|cancelAuthenticationChallenge|rejectProtectionSpace|VerifyPeerCertificate|VerifyConnection|X509_check_host|SSL_get_verify_result/ },
  { says: OFF, removed: /\bcheck_hostname\s{0,3}=\s{0,3}True|\bverify_mode\s{0,3}=\s{0,3}ssl\.CERT_REQUIRED|\bset_verify\(\s{0,3}SslVerifyMode::PEER|VERIFY_PEER\b/, kept: /check_hostname|CERT_REQUIRED|create_default_context|VERIFY_PEER|PEER\b/ },
];

// Containers name a variable on one line and its value on the next.
const VARIABLE = /\bname['"]?\s{0,3}[:=]\s{0,3}['"]?(NODE_TLS_REJECT_UNAUTHORIZED|GIT_SSL_NO_VERIFY|PYTHONHTTPSVERIFY|NPM_CONFIG_STRICT_SSL|GIT_SSL_VERIFY)\b/i;

function isVariableOff(change: Changed): boolean {
  const name = VARIABLE.exec(change.line.text)?.[1];
  if (name === undefined) return false;
  const value = /\bvalue['"]?\s{0,3}[:=]\s{0,3}['"]?(\w{1,10})/i.exec(around(change, 0, 1)[0]?.text ?? '')?.[1]?.toLowerCase() ?? '';
  return (/no_verify/i.test(name) ? ['1', 'true'] : ['0', 'false', 'no']).includes(value);
}

/** Certificates that are not checked any more, old protocol versions, and plain text where there was encryption. */
export const rule = defineRisk({
  id: 'risk/tls',
  area: 'TLS',
  docs: {
    title: 'Certificate checks or encryption in transit became weaker',
    why: 'Without a certificate check anybody on the way can read and change what is sent, and every test still passes.',
    fix: 'Keep the check on and trust the one certificate that is needed, or run a test that an untrusted certificate is refused.',
    since: '0.1.0',
  },
  todo: 'Keep certificates checked, or run a test that an untrusted TLS certificate is refused',
  cover: { words: /\b(?:tls|mtls|ssl|https|x509|certs?|certificates?|hostname verification|wrong hostname|handshake|self signed|untrusted|cleartext)\b/ },
  anchor: ANCHORS.tls,
  signs: SIGNS,
  *find({ anchored, groups, file }) {
    if (MANIFEST.test(file.path)) return;
    // `https://api.example.org` becomes `http://api.example.org`
    for (const change of anchored) {
      if (change.line.side !== 'added') continue;
      if (isVariableOff(change)) yield { change, says: OFF };
      const host = /\bhttp:\/\/([A-Za-z0-9.-]{1,120})/.exec(change.line.code === '' ? '' : change.line.text)?.[1];
      if (host === undefined || /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|.*\.local(?:host)?$)/.test(host)) continue;
      if (groups.some((group) => group === change.group && group.removed.some(({ text }) => text.includes(`https://${host}`)))) yield { change, says: PLAIN };
    }
  },
});
