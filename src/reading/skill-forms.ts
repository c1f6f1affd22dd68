import { plain } from './fold-accents.ts';
import { formsIn, singular } from './title-forms.ts';

/** Skills that mean the same, in the form of the table of titles: abbreviations and other words. */
const skills = formsIn(`sre > site reliability, site reliability engineering
m&a = mergers and acquisitions = mergers & acquisitions
ml > machine learning
lean > lean manufacturing, lean management
a/b-test = a/b test = ab-test = ab test = a/b-testing = ab testing = split testing > a/b testing
ai = artificial intelligence = ki = ia
nlp > natural language processing
k8s > kubernetes
js > javascript
ts > typescript
golang > go
postgres > postgresql
bi > business intelligence
cv > computer vision
fp&a = financial planning and analysis > financial planning
seo > search engine optimization
pr > public relations
qa > quality assurance
ir > investor relations
vc > venture capital
pe > private equity
gtm > go-to-market
aws > amazon web services
gcp > google cloud, google cloud platform
ux > user experience, ux design, user experience design
ui > user interface, ui design
ip > intellectual property
l&d > learning and development
abm > account-based marketing
crm > customer relationship management
iac > infrastructure as code`);

/** Skills by their words in German, French and Spanish. */
const foreign: ReadonlyMap<string, readonly string[]> = new Map(
  `negotiation < verhandlung, verhandlungen, verhandlungsführung, négociation, négociations, negociación, negociaciones
machine learning < maschinelles lernen, apprentissage automatique, aprendizaje automático
statistics < statistik, statistique, statistiques, estadística
budgeting < budgetierung, budgetplanung, budgétisation, presupuestos, presupuesto
forecasting < prognosen, prévisions, pronósticos
financial modelling, financial modeling < finanzmodellierung, modélisation financière, modelado financiero, modelización financiera
risk management < risikomanagement, gestion des risques, gestión de riesgos
auditing < audit, wirtschaftsprüfung, auditoría
treasury < tesorería, trésorerie
accounting < buchhaltung, rechnungswesen, comptabilité, contabilidad
mergers & acquisitions < fusionen und übernahmen, fusions-acquisitions, fusions et acquisitions, fusiones y adquisiciones
procurement < beschaffung, approvisionnement, adquisiciones
supply chain < lieferkette, lieferketten, chaîne d’approvisionnement, chaîne logistique, cadena de suministro
vendor management < lieferantenmanagement, gestion des fournisseurs, gestión de proveedores
process improvement < prozessverbesserung, amélioration des processus, mejora de procesos
labour law, labor law, employment law < arbeitsrecht, droit du travail, derecho laboral
contract law < vertragsrecht, droit des contrats, derecho contractual
intellectual property < geistiges eigentum, propriété intellectuelle, propiedad intelectual
privacy, data protection < datenschutz, protection des données, confidentialité, privacidad, protección de datos
litigation < prozessführung, contentieux, litigios
compliance < conformité, cumplimiento
market research < marktforschung, étude de marché, études de marché, investigación de mercado, investigación de mercados
public relations < öffentlichkeitsarbeit, relations publiques, relaciones públicas
brand strategy < markenstrategie, stratégie de marque, estrategia de marca
content marketing < marketing de contenu, marketing de contenidos
copywriting < rédaction, redacción
events < veranstaltungen, événements, eventos
pricing < preisgestaltung, tarification, fijación de precios, precios
data visualisation, data visualization < datenvisualisierung, visualisation de données, visualización de datos
customer support < kundensupport, support client, service client, atención al cliente
technical writing < technische redaktion, rédaction technique, redacción técnica
recruiting < recrutement, reclutamiento, personalbeschaffung
compensation < vergütung, rémunération, compensación
user research < nutzerforschung, recherche utilisateur, investigación de usuarios
interaction design < interaktionsdesign, diseño de interacción
accessibility < barrierefreiheit, accessibilité, accesibilidad
typography < typografie, typographie, tipografía
illustration < ilustración
prototyping < prototypage, prototipado
molecular biology < molekularbiologie, biologie moléculaire, biología molecular
materials science < materialwissenschaft, science des matériaux, ciencia de materiales
embedded systems < eingebettete systeme, systèmes embarqués, sistemas embebidos
distributed systems < verteilte systeme, systèmes distribués, sistemas distribuidos`
    .split('\n')
    .flatMap((line) => {
      const [skill = '', words = ''] = line.split(' < ');
      return words.split(', ').map((word) => [plain(word), skill.split(', ')] as const);
    }),
);

/** The skills that records may have for words, itself first, such as `Site Reliability` for `SRE`. */
export const skillForms = (text: string): readonly string[] => {
  const [key, one] = [plain(text), plain(singular(text))];
  return [
    ...new Set([
      text,
      ...(text.includes('-') ? [text.replaceAll('-', ' ')] : []),
      ...(skills.get(key) ?? skills.get(one) ?? []),
      ...(foreign.get(key) ?? []),
      ...languageNamed(text),
    ]),
  ];
};

let languages: ReadonlyMap<string, string> | undefined;

/** The English name of a language, such as `German` for `Deutsch` or `alemán`, from the platform. */
const languageNamed = (text: string): readonly string[] => {
  languages ??= new Map(
    ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'].flatMap((of) =>
      spoken.flatMap((code) => {
        const [name, english] = [of, 'en'].map((one) => new Intl.DisplayNames([one], { type: 'language' }).of(code));
        return name && english ? [[plain(name), english] as const] : [];
      }),
    ),
  );
  return [languages.get(plain(text)) ?? []].flat();
};

/** Whether a word is the name of a language. */
export const isLanguage = (text: string): boolean => languageNamed(text).length > 0;

/** Codes of languages that many people speak. */
const spoken =
  'ar bn cs da de el en es fa fi fr he hi hu id it ja ko ms nl no pl pt ro ru sv sw ta th tr uk ur vi zh'.split(' ');
