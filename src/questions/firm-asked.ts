import { asksForEverybody, asksForPeople } from '../reading/company-search.ts';
import { hasLegalForm, isJoint } from '../reading/names.ts';
import { industryLike, industryNames } from '../reading/synonyms.ts';
import { isRole } from '../reading/vocabulary.ts';
import { anyCompanyFormOf } from './forms.ts';
import type { LookUps } from './look-ups.ts';
import { type Meaning, oneCompany } from './meaning.ts';
import { likelyIn, type Token, tokensOf, type Window, ways, windowsIn } from './mentioned.ts';
import { once } from './moves.ts';
import { negatedIn } from './negation.ts';

/** Words of a question, a note or a letter about a firm, in four languages. */
const asked =
  /(?<!\p{L})(?:siège|sede|sitz|standort|hq|headquarter\p{L}*|fond(?:ée?|ation)|gegründet|fund(?:ó|ada)|founded|where (?:is|are)|who (?:is|are) (?:they|that|those)|what (?:do|does)|was mach\p{L}+|wer (?:ist|sind) (?:das|die)|que fai\p{L}+|qué hace\p{L}*|quiénes son|c['’]est qui|ficha|fiche|profile?|perfil|page|seite|página|invoice|rechnung|facture|factura|deck|firma|fa\.|société|boîte|boite|empresa|company|firm|compta\p{L}*|buchhaltung|contabilidad|accounts payable|attention|z\. ?hd)(?!\p{L})/iu;

/** The beginning of a question that is answered by yes or no, and a firm with what it is: `Lumora, die Bauleute aus Ulm`. */
const yesOrNo =
  /^\s*¿?(?:does|do|did|is|are|has|have|hat|haben|ist|sind|nutzt|verwendet|est-ce que|est-ce qu['’]|usa|utiliza|tiene)(?!\p{L}).*[?？]\s*$/iu;
const apposed =
  /^[^,]+,\s*(?:the|an?|die|der|das|eine?|les?|la|l['’]|une?|el|los|las|una?|ces|those|jene)(?!\p{L})[^,]*$/iu;

/** What may be between words of a firm's name. */
const withinFirm = /^[\s_-]*(?:&|\+|(?:und|et|and|y|e|og|och)\s)?\s*$/iu;

/** Before people, of whom a firm is only the employer. */
const introduced = /(?<!\p{L})(?:contactos?|intro\p{L}*)(?!\p{L})/iu;
const isOfPeople = (text: string): boolean => asksForPeople(text) || asksForEverybody(text) || introduced.test(text);
const ofFirm = /who (?:is|are) (?:they|that|those)|wer (?:ist|sind) (?:das|die)|c['’]est qui|quiénes son/iu;

/** The firm that a text asks for or is about, maybe misspelt; undefined for a text about people who work there. */
export const firmAskedIn = async (text: string, graph: LookUps): Promise<Meaning | undefined> => {
  if (once.test(text) || (isOfPeople(text) && !ofFirm.test(text))) return undefined;
  const tokens = tokensOf(text).filter(({ words }) => !words.every(isJoint));
  const isAsked =
    asked.test(text) || yesOrNo.test(text) || hasLegalForm(text) || text.split(/\s*[,(–|]\s*/).some(hasLegalForm);
  const isPart = ({ kind, text: word }: Token): boolean =>
    (kind === 'name' || kind === 'work' || (kind === 'said' && /^\p{Lu}/u.test(word))) && !isRole(word);
  const negated = negatedIn(text);
  const windows = windowsIn(text, tokens, isPart, withinFirm);
  for (const [way] of ways.entries())
    for (const window of await likelyIn(windows, way === 0 ? 0 : 2, graph.firmsCalled)) {
      const id = await onlyFirm(window, way, graph);
      if (id === undefined) continue;
      const left = tokens.filter((token) => !window.tokens.includes(token) && isTold(token));
      if (left.some(({ kind }) => kind === 'work') || window.tokens.some(negated)) return undefined;
      return isAsked || (await isAbout(text, window, way, left, graph)) ? oneCompany(id) : undefined;
    }
  return undefined;
};

/** The only firm of a name; of several, the one that has no further word. */
const onlyFirm = async ({ words }: Window, way: number, graph: LookUps): Promise<string | undefined> => {
  const { total, ids } = await graph.firmsCalled(ways[way]?.(words) ?? []);
  if (total < 2) return ids[0];
  const slug = words.map(([word]) => word).join('-');
  const whole = await graph.companies({ xnetSlugs: { eq: slug } });
  return whole.total === 1 ? whole.ids[0] : undefined;
};

const isTold = ({ kind }: Token): boolean => kind === 'name' || kind === 'work';

/** Whether a firm has the place or industry that the other words say. */
const isAbout = async (
  text: string,
  { words }: Window,
  way: number,
  left: readonly Token[],
  graph: LookUps,
): Promise<boolean> => {
  const names = ways[way]?.(words) ?? [];
  const isApposed = apposed.test(text);
  let known = 0;
  for (const { text: word } of left) {
    const [there, within] = await Promise.all([
      graph.firmsCalled(names, anyCompanyFormOf({ place: word })),
      graph.firmsCalled(names, anyCompanyFormOf({ industry: industryLike(word) ?? industryNames(word) })),
    ]);
    if (there.total + within.total > 0) known += 1;
    else if (!isApposed) return false;
  }
  return known > 0 || left.length === 0;
};
