import { andWords, orWords } from '../reading/conjunctions.ts';
import { inOrder, type Known } from './known.ts';

/** Words for a former employer, in several languages. */
export const once =
  /(?<!\p{L})(?:ex|former|formerly|alumni|alumnus|alums?|left|once|used to|previously|before(?!\s+\d)|worked|came from|schon mal|waren|gearbeitet|travaillé|bossé|trabaj(?:ó|aron|aban?|ado)|ehemalige?[nr]?|früher|vorher|zuvor|verlassen|verließen|ancien(?:ne)?s?|avant(?!\s+\d)|auparavant|quitt\p{L}+|antigu[oa]s?|antes(?!\s+(?:de\s+)?\d)|exempleados|anterior|dejaron|dejó)(?!\p{L})/iu;

/** Words for a present employer, beside a former one. */
const now =
  /(?<!\p{L})(?:now|today|currently|then|heute|jetzt|inzwischen|mittlerweile|nun|danach|dann|maintenant|aujourd.hui|désormais|puis|ahora|hoy|actualmente|luego|después)(?!\p{L})|→|->/iu;

/** Words after the employer of former employees, as in `Lumora alumni`. */
const alumniAfter = /^(?:['’]s)?[\s,]*(?:alumni|alumnus|alums?|ehemalige?[nr]?|exempleados)(?!\p{L})/iu;

/** Before, and between, the employers of a move: `from A to B`, `to B from A`. */
const article = String.raw`(?:\s+(?:the|der|dem|die|la|le|el|los|las))?\s+$`;
const from = new RegExp(
  String.raw`(?:(?<!\p{L})(?:from|out of|von|vom|aus|de|du|des|del|desde|depuis)${article}|d['’]$)`,
  'iu',
);
const to = new RegExp(
  String.raw`^\s+(?:(?:over|on|hin|hinüber|back|away)\s+)?(?:to|into|zu|zum|zur|nach|à|au|chez|pour|vers|a|al|para|hacia)${article}`,
  'iu',
);
const toFirst = new RegExp(to.source.replace(String.raw`^\s+`, String.raw`(?<!\p{L})`), 'iu');
const fromLast = new RegExp(String.raw`^\s+(?:coming\s+)?${from.source}`, 'iu');

/** Only these words are between alternatives: `ex A or B`. */
const joint = new RegExp(
  String.raw`^\s*(?:[,&/+]|(?:${orWords}|${andWords})(?!\p{L}))\s*(?:at|bei|beim|chez|en|par|por)?\s*$`,
  'iu',
);

/** The employers of a text that tells former ones from present ones; undefined for a text that does not. */
export const moveIn = (
  firms: readonly Known[],
  text: string,
): { readonly former: readonly Known[]; readonly present: readonly Known[] } | undefined => {
  const employers = inOrder(firms);
  const former: Known[] = [];
  const present: Known[] = [];
  const untold: Known[] = [];
  let isFormer = false;
  for (const [at, one] of employers.entries()) {
    const last = employers[at - 1];
    const before = text.slice(last?.span.end ?? 0, one.span.start).replace(last ? alumniAfter : /$^/, '');
    const after = text.slice(one.span.end, employers[at + 1]?.span.start);
    const isMove = last ? to.test(before) && from.test(text.slice(0, last.span.start)) : false;
    const isReverse = last ? fromLast.test(before) && toFirst.test(text.slice(0, last.span.start)) : false;
    if (isMove && last && untold.includes(last)) former.push(...untold.splice(untold.indexOf(last), 1));
    if (isMove || now.test(before)) {
      present.push(one);
      isFormer = false;
    } else if (isReverse || once.test(before) || alumniAfter.test(after) || (isFormer && joint.test(before))) {
      former.push(one);
      isFormer = true;
    } else {
      untold.push(one);
      isFormer = false;
    }
  }
  if (former.length > 0 && present.length === 0) return untold.length > 0 ? { former, present: untold } : undefined;
  return present.length > 0 && former.length + untold.length > 0
    ? { former: [...former, ...untold], present }
    : undefined;
};
