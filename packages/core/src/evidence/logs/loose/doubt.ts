// `Almost all tests passed`, `all but one checks passed`, `90% tests passed`.
const PART = /^(?:[-*] )?(?:only|just|almost|nearly|about|around|most|some|few|a few|many|several|half|part|hardly|barely|not (?:all|every)|all (?:but|except)|less than|fewer than|up to|\d{1,2}(?:\.\d{1,4})?%)\b.{0,100}\b(?:tests?|checks?|specs?|suites?|examples?|scenarios?|cases?)\b.{0,60}\b(?:pass(?:ed|es|ing)?|succeeded|successful|green)\b/i;
// Not part of a name: `error-handler.js`, `src/error.ts`.
const TROUBLE = /(?<![\w./-])(?:fail(?:ed|ures?|s|ing)?|errors?|errored|fatal|crash(?:ed|es|ing)?|abort(?:ed|ing)?|terminated|killed|interrupted|cancell?ed|unhandled|reject(?:ed|ion)|exceptions?|panic(?:ked)?|timed out|(?:does|do|did|was|were|is|are) not (?:meet|met|pass|reached)|not met|segmentation fault|core dumped|SIG(?:TERM|KILL|INT|SEGV|ABRT|HUP))(?![\w/-]|\.\w)|[❌✗✘✖]|^\^C/i;
const CALM = /\b(?:0|no|zero|without|without any|not any|free of) (?:[a-z]{1,20} )?(?:errors?|fail(?:ed|ures?|s|ing)?|crash(?:ed|es)?|exceptions?|timed out|cancell?ed|aborted)\b|\b(?:errors?|fail(?:ed|ures?|s|ing)?|crash(?:ed|es)?|exceptions?|cancell?ed|aborted)(?: tests?| checks?| specs?)?(?:: ?|=| )0\b/gi;

/** The line says that only a part of the checks passed. */
export const isPartLine = (text: string): boolean => PART.test(text);

/** The line sounds like trouble: behind a line that says that all is well it takes that line's word away. */
export const isTrouble = (text: string): boolean => TROUBLE.test(text) && TROUBLE.test(text.replace(CALM, ' '));
