import { ALNUM, BASE64, CAPS, DIGITS, HEX, LOWER, SMALLS, UPPER, URLSAFE, WORD, base64, uuid, type Random } from './random.js';

/** Tokens that vendors mark with a form of their own. Each is put together from parts, so that no file holds one whole. */
export const TOKENS: Readonly<Record<string, (random: Random) => string>> = {
  ...prefixed({
    'github-classic': ['gh', 'p_', ALNUM, 36], 'github-oauth': ['gh', 'o_', ALNUM, 36], 'github-user': ['gh', 'u_', ALNUM, 36], 'github-server': ['gh', 's_', ALNUM, 36], 'github-refresh': ['gh', 'r_', ALNUM, 76],
    'gitlab-pat': ['glp', 'at-', URLSAFE, 20], 'gitlab-deploy': ['gld', 't-', URLSAFE, 20], 'gitlab-runner': ['glr', 't-', URLSAFE, 20], 'gitlab-trigger': ['glp', 'tt-', HEX, 40], 'gitlab-feed': ['glf', 't-', URLSAFE, 20], 'gitlab-agent': ['glag', 'ent-', URLSAFE, 50],
    'atlassian': ['ATA', 'TT3xFfGF0', URLSAFE, 180], 'bitbucket-app': ['ATB', 'B', ALNUM, 32],
    'npm': ['np', 'm_', ALNUM, 36], 'pypi': ['pypi', '-AgEIcHlwaS5vcmc', URLSAFE, 120], 'rubygems': ['ruby', 'gems_', HEX, 48], 'docker-pat': ['dckr', '_pat_', URLSAFE, 27], 'clojars': ['CLO', 'JARS_', SMALLS, 60],
    'sourcegraph': ['sg', 'p_', HEX, 40], 'sonar-project': ['sq', 'p_', HEX, 40], 'sonar-user': ['sq', 'u_', HEX, 40], 'buildkite': ['bk', 'ua_', HEX, 40], 'netlify': ['nf', 'p_', ALNUM, 36], 'vercel': ['vc', 'p_', ALNUM, 56], 'postman': ['PM', 'AT-', CAPS, 26],
    'readme': ['rd', 'me_', SMALLS, 70], 'figma': ['fi', 'gd_', URLSAFE, 40], 'linear': ['lin', '_api_', ALNUM, 40], 'notion': ['nt', 'n_', ALNUM, 46], 'notion-old': ['sec', 'ret_', ALNUM, 43], 'contentful': ['CF', 'PAT-', URLSAFE, 43], 'prefect': ['pn', 'u_', ALNUM, 36],
    'doppler-pt': ['dp', '.pt.', ALNUM, 43], 'doppler-st': ['dp', '.st.prd.', ALNUM, 43], 'pulumi': ['pu', 'l-', HEX, 40], 'vault-service': ['hv', 's.', URLSAFE, 90], 'age': ['AGE-SEC', 'RET-KEY-1', CAPS, 58],
    'aws-key-id': ['AK', 'IA', CAPS, 16], 'aws-temp-key-id': ['AS', 'IA', CAPS, 16], 'google-api': ['AI', 'za', URLSAFE, 35], 'google-oauth-access': ['ya', '29.a0', URLSAFE, 120], 'google-client-secret': ['GOC', 'SPX-', URLSAFE, 28], 'google-refresh': ['1', '//0', URLSAFE, 60],
    'alibaba': ['LT', 'AI5t', ALNUM, 20], 'tencent': ['AK', 'ID', ALNUM, 32], 'digitalocean': ['dop', '_v1_', HEX, 64], 'heroku': ['HR', 'KU-AA', URLSAFE, 58], 'render': ['rn', 'd_', ALNUM, 32], 'planetscale': ['pscale', '_tkn_', URLSAFE, 43], 'planetscale-pw': ['pscale', '_pw_', URLSAFE, 43], 'supabase-pat': ['sb', 'p_', HEX, 40], 'supabase-secret': ['sb', '_secret_', URLSAFE, 31], 'neon': ['na', 'pi_', SMALLS, 64],
    'databricks': ['da', 'pi', HEX, 32], 'aiven': ['AV', 'NS_', URLSAFE, 19], 'grafana-cloud': ['gl', 'c_', ALNUM, 60], 'newrelic': ['NR', 'AK-', CAPS, 27], 'newrelic-insert': ['NR', 'II-', URLSAFE, 32], 'posthog-personal': ['ph', 'x_', ALNUM, 43], 'linode': ['lin', '_pat_', ALNUM, 64], 'tavily': ['tv', 'ly-', ALNUM, 32],
    'openai-legacy': ['s', 'k-', ALNUM, 48], 'openai-project': ['sk-', 'proj-', URLSAFE, 140], 'openai-service': ['sk-', 'svcacct-', URLSAFE, 100], 'anthropic': ['sk-', 'ant-api03-', URLSAFE, 95], 'openrouter': ['sk-', 'or-v1-', HEX, 64], 'huggingface': ['h', 'f_', ALNUM, 34], 'replicate': ['r', '8_', ALNUM, 37], 'groq': ['gs', 'k_', ALNUM, 52], 'xai': ['xa', 'i-', ALNUM, 80], 'perplexity': ['pp', 'lx-', ALNUM, 48], 'nvidia': ['nv', 'api-', URLSAFE, 64], 'pinecone': ['pc', 'sk_', ALNUM, 60], 'elevenlabs': ['s', 'k_', HEX, 48], 'firecrawl': ['f', 'c-', HEX, 32],
    'stripe-live': ['sk', '_live_', ALNUM, 24], 'stripe-long': ['sk', '_live_51', ALNUM, 97], 'stripe-test': ['sk', '_test_', ALNUM, 24], 'stripe-restricted': ['rk', '_live_', ALNUM, 24], 'stripe-webhook': ['wh', 'sec_', ALNUM, 32], 'square-access': ['EA', 'AA', URLSAFE, 60], 'square-secret': ['sq0', 'csp-', URLSAFE, 43], 'flutterwave': ['FLW', 'SECK-', HEX, 32], 'razorpay': ['rzp', '_live_', ALNUM, 14], 'shopify-access': ['shp', 'at_', HEX, 32], 'shopify-shared': ['shp', 'ss_', HEX, 32], 'shopify-custom': ['shp', 'ca_', HEX, 32], 'easypost': ['EZ', 'AK', ALNUM, 54], 'shippo': ['shippo', '_live_', HEX, 40], 'facebook': ['EA', 'AB', ALNUM, 160],
    'mailgun': ['ke', 'y-', HEX, 32], 'mailersend': ['ml', 'sn.', HEX, 64], 'telegram-in-url': ['https://api.telegram.org/bot12345', '67890:', URLSAFE, 35], 'linkedin': ['WPL', '_AP1.', ALNUM, 18], 'twitch': ['oau', 'th:', SMALLS, 30], 'dropbox': ['s', 'l.', URLSAFE, 130],
    'slack-user': ['xo', 'xp-', DIGITS, 12], 'slack-session': ['xo', 'xc-', ALNUM, 60], 'circleci': ['CCI', 'PAT_', WORD, 62], 'resend': ['r', 'e_', ALNUM, 8],
  }),
  'github-fine-grained': (random) => `github${'_pat_'}11${random.chars(CAPS, 20)}_${random.chars(ALNUM, 59)}`,
  'slack-user': (random) => `xox${'p-'}${random.chars(DIGITS, 12)}-${random.chars(DIGITS, 12)}-${random.chars(DIGITS, 13)}-${random.chars(HEX, 32)}`,
  'slack-bot': (random) => `xox${'b-'}${random.chars(DIGITS, 12)}-${random.chars(DIGITS, 13)}-${random.chars(ALNUM, 24)}`,
  'slack-app': (random) => `xa${'pp-1-'}A${random.chars(CAPS, 10)}-${random.chars(DIGITS, 13)}-${random.chars(HEX, 64)}`,
  'slack-webhook': (random) => `https://hooks.slack${'.com/services/'}T${random.chars(CAPS, 10)}/B${random.chars(CAPS, 10)}/${random.chars(ALNUM, 24)}`,
  'discord-webhook': (random) => `https://discord.com/api${'/webhooks/'}${random.chars('123456789', 18)}/${random.chars(URLSAFE, 68)}`,
  'discord-bot': (random) => `M${random.pick(['T', 'j', 'z'])}${random.chars(ALNUM, 24)}.${`G${random.chars(ALNUM, 5)}`}.${random.chars(URLSAFE, 38)}`,
  'telegram-bot': (random) => `${random.chars('123456789', 10)}:${'AA'}${random.chars(URLSAFE, 33)}`,
  'sendgrid': (random) => `S${'G.'}${random.chars(URLSAFE, 22)}.${random.chars(URLSAFE, 43)}`,
  'twilio-key': (random) => `S${'K'}${random.chars(HEX, 32)}`,
  'mailchimp': (random) => `${random.chars(HEX, 32)}-us${1 + random.int(20)}`,
  'brevo': (random) => `xkey${'sib-'}${random.chars(HEX, 64)}-${random.chars(ALNUM, 16)}`,
  'hubspot': (random) => `pat${'-na1-'}${uuid(random)}`,
  'postman-key': (random) => `PM${'AK-'}${random.chars(HEX, 24)}-${random.chars(HEX, 34)}`,
  'airtable': (random) => `pa${'t'}${random.chars(ALNUM, 14)}.${random.chars(HEX, 64)}`,
  'asana': (random) => `1/${random.chars('123456789', 16)}:${random.chars(HEX, 32)}`,
  'launchdarkly': (random) => `sd${'k-'}${uuid(random)}`,
  'grafana-service': (random) => `gl${'sa_'}${random.chars(ALNUM, 32)}_${random.chars(HEX, 8)}`,
  'dynatrace': (random) => `dt0${'c01.'}${random.chars(CAPS, 24)}.${random.chars(CAPS, 64)}`,
  'tailscale': (random) => `tskey${'-auth-'}${random.chars(ALNUM, 12)}CNTRL-${random.chars(ALNUM, 32)}`,
  'terraform-cloud': (random) => `${random.chars(ALNUM, 14)}.atlas${'v1.'}${random.chars(ALNUM, 67)}`,
  'azure-client-secret': (random) => `${random.chars(ALNUM, 3)}${random.int(10)}Q${'~'}${random.chars(ALNUM, 34)}`,
  'astra': (random) => `Astra${'CS:'}${random.chars(ALNUM, 24)}:${random.chars(HEX, 64)}`,
  'zoho': (random) => `1000.${random.chars(HEX, 32)}.${random.chars(HEX, 32)}`,
  'paypal': (random) => `access_token${'$production$'}${random.chars(SMALLS, 16)}$${random.chars(HEX, 32)}`,
  'plaid': (random) => `access${'-production-'}${uuid(random)}`,
  'langsmith': (random) => `lsv2${'_pt_'}${random.chars(HEX, 32)}_${random.chars(HEX, 10)}`,
  'resend': (random) => `re${'_'}${random.chars(ALNUM, 8)}_${random.chars(ALNUM, 24)}`,
  'mapbox-secret': (random) => `s${'k.'}${base64(JSON.stringify({ u: random.chars(LOWER, 8), a: random.chars(SMALLS, 25) })).replace(/=+$/, '')}.${random.chars(URLSAFE, 22)}`,
  'jwt': (random) => jwt(random),
  'sentry-org': (random) => `sntrys${'_'}${base64(JSON.stringify({ iat: 1, url: 'https://sentry.io', org: random.chars(LOWER, 9) })).replace(/=+$/, '')}_${random.chars(BASE64, 43)}`,
  'jfrog-key': (random) => `AK${'Cp'}${random.chars(ALNUM, 69)}`,
  'onepassword-secret-key': (random) => `A${'3-'}${random.chars(CAPS, 6)}-${random.chars(CAPS, 11)}-${random.chars(CAPS, 5)}-${random.chars(CAPS, 5)}-${random.chars(CAPS, 5)}`,
  'firebase-messaging': (random) => `AA${'AA'}${random.chars(URLSAFE, 7)}:${random.chars(URLSAFE, 140)}`,
  'salesforce-session': (random) => `00${'D'}${random.chars(ALNUM, 12)}!${random.chars(ALNUM, 96)}`,
  'tableau': (random) => `${random.chars(BASE64, 22)}==${':'}${random.chars(ALNUM, 32)}`,
  'rapidapi': (random) => `${random.chars(SMALLS, 10)}msh${random.chars(SMALLS, 15)}p1${random.chars(SMALLS, 5)}jsn${random.chars(SMALLS, 12)}`,
  'twitter-bearer': (random) => `${'A'.repeat(22)}${random.chars(`${ALNUM}%`, 86)}`,
  'amazon-mws': (random) => `amzn${'.mws.'}${uuid(random)}`,
  'yandex': (random) => `AQ${'VN'}${random.chars(URLSAFE, 37)}`,
  'zapier-hook': (random) => `https://hooks.zapier${'.com/hooks/catch/'}${random.chars('123456789', 7)}/${random.chars(SMALLS, 12)}`,
  'teams-hook': (random) => `https://acme.webhook${'.office.com/webhookb2/'}${uuid(random)}@${uuid(random)}/IncomingWebhook/${random.chars(HEX, 32)}/${uuid(random)}`,
};

export function jwt(random: Random): string {
  const part = (value: unknown): string => base64(JSON.stringify(value)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: random.chars(DIGITS, 8), name: random.chars(LOWER, 9), iat: 1_700_000_000 + random.int(99_999) })}.${random.chars(URLSAFE, 43)}`;
}

function prefixed(rows: Readonly<Record<string, readonly [string, string, string, number]>>): Record<string, (random: Random) => string> {
  return Object.fromEntries(Object.entries(rows).map(([id, [head, tail, alphabet, length]]) => [id, (random: Random) => head + tail + random.chars(alphabet, length)]));
}

export { UPPER };
