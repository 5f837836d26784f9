import { spoken } from '../cover/words.js';
import { isMoved } from '../moved.js';
import { ANCHORS } from './anchors.js';
import { defineRisk, type Hit } from './define-risk.js';
import { type Changed, type View, withStrings } from './view.js';

const CHANGED = 'changes what is charged, paid out or shown as paid';
// Whole words of a path. The first kind speaks for itself; the second needs money on the line too (`git checkout`, `load balance`, an Rx subscription).
const PATH = /\b(?:billing|payments?|invoic(?:es?|ing)|refunds?|payouts?|pricing|tax|taxes|vat|stripe|paypal|braintree|adyen|mollie|razorpay|coupons?|discounts?|prorations?|charges|ledger|dunning)\b/;
const WEAK_PATH = /\b(?:checkout|orders?|subscriptions?|cart|carts|basket|plans?|prices?|wallets?|charge|credits?|donations?|shop|store|fees?|quotes?|bookings?|payroll|commissions?|tips?|rates?)\b/;
const MONEY = String.raw`(?:price|amount|total|subtotal|tax|vat|fee|discount|refund|credit|charge|payment|cents|minor|currency|coupon|proration|surcharge|commission|payout|invoice|shipping|net|gross|deposit|tip)`;
const MONEY_NAME = new RegExp(String.raw`(?<![A-Za-z])(?:[a-z]{1,20}_|[a-z]{1,20}(?=[A-Z])){0,3}${MONEY}(?:s|_?(?:cents|minor|due|paid|net|gross|rate|total|id|amount|of|usd|eur))?(?![a-z])`, 'i');
// Arithmetic, rounding, or a comparison on money.
const SUM = new RegExp(String.raw`(?:[\w\])]\s{0,3}[-+*/%]=?\s{1,3}[\w(\[]|\*\s{0,3}\w|\b(?:round|floor|ceil|trunc|toFixed|Math\.|Decimal|BigDecimal|int64|parseFloat|max|min)\b|[<>]=?|[!=]==?)`);
const CALL = /\b(?:stripe|paypal|braintree|adyen|mollie|razorpay|square|plaid|paddle|chargebee|recurly)\.\w[\w.]{0,60}\(|\b(?:payments?|billing|invoices?|refunds?|charges?|payouts?|gateway|paymentGateway|payment_gateway|payment_service|paymentService|billingService|PaymentIntents?|PaymentIntent|Charge|Refund|Invoice|Subscription|Payout)(?:Service|Client|Provider|Gateway|s)?(?:\.|::|->)(?:create\w{0,20}|charge\w{0,10}!?|capture\w{0,10}|refund\w{0,10}!?|cancel\w{0,10}|void\w{0,10}|pay\w{0,10}!?|confirm\w{0,10}|update\w{0,10}|finalize\w{0,20}|transfer\w{0,10}|authorize\w{0,10})\b|\.charge!?\s{0,2}\(|(?<![\w.])(?:charge|refund|payout|bill)(?:_?[cC]ustomer|_?[cC]ard|_?[uU]ser|_?[oO]rder|_?[iI]nvoice|_?[pP]ayment|Account)?!?\(\s{0,3}\w|\b(?:apply|redeem|validate)_?[cC]oupon\w{0,10}\(|\bcreate_?[cC]harge\w{0,10}\(|\bcapture_?[pP]ayment\w{0,10}\(|\bissue_?[rR]efund\w{0,10}\(|\bcalculate_?(?:[tT]ax|[tT]otal|[pP]rice|[dD]iscount|[fF]ee|[sS]hipping)\w{0,10}\(|\bidempotency_?-?[kK]ey\b/;
const PAID = /\bStatusPaymentRequired\b|\bPAYMENT_REQUIRED\b|\bPaymentRequired\b|\bpayment_required\b|(?<![\w.])402(?![\w.])|\b(?:intent|charge|capture|session|transaction)\.[sS]tatus\b|\bpayment_?[sS]tatus\b|\.payment\.status|\bpayment\.(?:status|state|captured|succeeded|paid)|\bis_?[pP]aid\b|\.paid\??\b|\bpaid_?[aA]t\b|\bhas_?[pP]aid\b|\bpayment_?[iI]ntent\.status|\binvoice\.(?:paid|status)|\bsubscription\.(?:active|status|is_?[aA]ctive|past_?due)\b|\bhas_?[aA]ctive_?[sS]ubscription\b|\btrial_?(?:ends?|end|days|period|expired)\w{0,6}\b|\b(?:requires?|ensure|check|assert|verify)_?[pP]aid\w{0,10}|\b(?:requires?|ensure|check|has|assert|verify)_?[sS]ubscri\w{0,10}\(|\bcanRefund\b|\brefundable\b|\balready_?[rR]efunded\b|\bcredit_?[lL]imit\b|\binsufficient_?[fF]unds\b/;
const FROM_CLIENT = /\b(?:req|request|ctx|params|body|input|payload)\b[.[\w'":()]{0,40}\b(?:price|amount|total|discount|unit_?price|cost|currency)\b/i;
const NO_MONEY = /\bbatter(?:y|ies)\b|\bload_?[bB]alanc|\bcapacit|\belectron|\bphysic|\bfreight\b|\bcharg(?:er|ing|eLevel|e_level)\b|\bprogress\b|\bpagination\b|\bcount\b|(?:frame|refresh|sample|sampling|bit|baud|learning|heart|error|success|failure|hit|poll|tick|request|growth|scroll)_?rate/i;
const NOT_LOGIC = /^\s{0,200}(?:import|export (?:type|interface|\{|\*|default \w+;?$)|from|use|using|require|include|package|namespace|type|interface|module|end\b|@?type\b|\/\/|#|\*|console\.|log(?:ger|ging)?\.|t\(|<\/?[a-z][\w.-]*)|^[\s{}()[\];,]{0,60}$|^\s{0,60}(?:import|const \{)[^=]{0,200}\bfrom\b/;
const UI = /\.(?:tsx|jsx|vue|svelte|html?|erb|haml|astro|hbs|ejs|twig|blade\.php|cshtml|razor)$|(?:^|\/)(?:components?|views?|templates?|ui|pages|screens|widgets)\//i;
const LOGIC_FILE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|kts|scala|php|cs|fs|swift|exs?|dart|c|cc|cpp|clj|groovy|pl|vue|svelte|sol|sql)$/;

/** Prices, charges, refunds, invoices, taxes, and whether something was paid. */
export const rule = defineRisk({
  id: 'risk/billing',
  area: 'billing and payments',
  docs: {
    title: 'Code that moves or counts money changed',
    why: 'A wrong sum, a lost check for payment or a double charge costs money at once, and looks like success to the program.',
    fix: 'Run a test of the very sum, charge or refund that changed.',
    since: '0.1.0',
  },
  todo: 'Run a test of the payment, price or refund that changed',
  cover: {
    words: /\b(?:bill(?:s|ed|ing)?|invoic\w*|payments?|pays?|paid|unpaid|payouts?|refund\w*|charge[ds]?|charging|prices?|priced|pricing|prorat\w*|subscriptions?|checkout|tax|taxes|taxed|vat|discount\w*|coupon\w*|amounts?|currency|currencies|money|credits?|ledger|fees?|stripe|paypal|braintree|adyen|mollie|wallet|totals?|trial|idempoten\w*|double charge\w*|commission\w*|cart|orders?)\b/,
    near: /\b(?:batter(?:y|ies) charg\w*|charg\w* (?:level|state|batter\w*)|git checkout|checkout (?:branch|main|ref)|(?:rx|graphql|pub ?sub|event|observable|socket|topic) subscriptions?|subscriptions? (?:request|topic|channel|unsubscribe\w*)|load balanc\w*|sort orders?|(?:insertion|tab|keeps|in|random|z|render) orders?|total (?:count|pages?)|page totals?)\b/g,
  },
  isFineWhenNew: true,
  anchor: ANCHORS.billing,
  *find(view, diff) {
    if (!LOGIC_FILE.test(view.file.path) || view.file.role === 'migration' || view.file.change === 'deleted') return;
    const path = spoken(view.file.path);
    for (const change of view.changed) {
      const hit = isMoved(change.line, diff) ? null : hitOf(change, view, path);
      if (hit) yield hit;
    }
  },
});

function hitOf(change: Changed, { file }: View, path: string): Hit | null {
  const { line, group } = change;
  const { code } = line;
  if (code.trim() === '' || NOT_LOGIC.test(code) || NO_MONEY.test(code)) return null;
  const isCosmetic = line.side === 'removed' ? group.added.some((item) => sameCode(item.code, code)) : group.removed.some((item) => sameCode(item.code, code));
  if (isCosmetic) return null;
  const hit: Hit = { change, says: CHANGED };
  const isOwn = PATH.test(path);
  const isUi = UI.test(file.path);
  if (line.side === 'removed' && PAID.test(code) && !group.added.some((item) => PAID.test(item.code)) && /\bif\b|\bunless\b|\bguard\b|\breturn\b|&&|\|\||\braise\b|\bthrow\b|\bassert\b|\brequire\b|before_action|\?|@/.test(code)) return hit;
  if (isOtherNumber(change) && (isOwn || WEAK_PATH.test(path)) && /trial|price|amount|fee|rate|tax|vat|discount|days|limit|percent|credit|grace|total|points|commission/i.test(code)) return hit;
  if (isUi) return CALL.test(code) && isOwn ? hit : null;
  if (CALL.test(code) && !/\b(?:function|def|func|fn|fun)\s/.test(code)) return isOwn || WEAK_PATH.test(path) || group.removed.length > 0 || isMoneyHere(code) ? hit : null;
  if (line.side === 'added' && FROM_CLIENT.test(withStrings(line, file)) && group.removed.length > 0) return hit;
  if (isOwn && isLogic(code)) return hit;
  if (MONEY_NAME.test(code) && SUM.test(code.replace(/=>|->/g, '')) && WEAK_PATH.test(path) && isMoneyHere(code)) return hit;
  return null;
}

/** The same line with another number: a rate, a fee, a time of trial. */
function isOtherNumber({ line, group }: Changed): boolean {
  const shape = (text: string) => text.trim().replace(/\d[\d_.]{0,20}/g, '#');
  return /\d/.test(line.code) && (line.side === 'added' ? group.removed : group.added).some((item) => shape(item.code) === shape(line.code) && item.code.trim() !== line.code.trim());
}

const sameCode = (a: string, b: string): boolean => a.replace(/[\s;,]/g, '') === b.replace(/[\s;,]/g, '');

/** A statement that computes, calls or decides, not a declaration of shape. */
function isLogic(code: string): boolean {
  return /[=+*/<>]|\(|\breturn\b|\bif\b|\bunless\b/.test(code) && !/^\s{0,60}(?:readonly\s)?['"]?\w{1,60}\??['"]?\s{0,3}:\s{0,3}[\w<>[\]|' ".]{1,80}[;,]?\s{0,3}$/.test(code);
}

/** Two words of money, or one that is nothing else. */
function isMoneyHere(code: string): boolean {
  return /price|refund|discount|invoice|payment|currency|coupon|proration|_cents|Cents\b|amount_?(?:due|paid|minor|cents)|tax(?:_rate|Rate|es)?\b|vat\b|subtotal/i.test(code);
}
