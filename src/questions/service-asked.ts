/** What people ask of assistants, which no record answers: `draft an email to a CFO`. */
const task =
  /^(?:(?:please|pls|can you|could you|bitte|kannst du|peux-tu|pouvez-vous|puedes|podrías)\s+)*(?:draft|write|compose|book|reserve|translate|summari[sz]e|remind|order|schreib\p{L}*|verfass\p{L}*|entw[iu]rf\p{L}*|buch(?:e|en)?|reservier\p{L}*|übersetz\p{L}*|erinner\p{L}*|rédige[rz]?|écri[stv]\p{L}*|réserve[rz]?|tradui\p{L}*|résume[rz]?|rappelle\p{L}*|redacta\p{L}*|escrib\p{L}*|reserva\p{L}*|traduc\p{L}*|resum\p{L}*|recuérd\p{L}*)\s+(?:(?!(?:the|all)\s)\p{L}+\s+){0,4}(?:e-?mails?|mails?|messages?|letters?|tables?|rooms?|flights?|hotels?|texts?|notes?|posts?|reports?|nachricht(?:en)?|briefe?|tisch|flug|zimmer|text|bericht|courriels?|lettres?|table|vol|chambre|texte|correos?|mensajes?|cartas?|mesas?|vuelos?|habitación|texto|informe)(?!\p{L})/iu;

export const isTask = (text: string): boolean => task.test(text);

/** What is asked about this service rather than of it, in four languages. */
const aboutService: readonly RegExp[] = [
  // Where its data is from, and how good it is.
  /^(?:and |so |but |hey,? )?(?:where|how|when)\b(?!.*\b(?:people|teams?|leads?|heads?|chiefs?|experts?|managers?|folks|contacts?|reach|meet)\b)(?=.*\b(?:you|your|this|it|these)\b).*\b(?:data|database|records?|info(?:rmation)?)\b(?!.*\b(?:engineer|scien|analy))/iu,
  /^(?:und |aber )?(?:woher|wie|wann)(?!.*(?:team|leute|experte|leiter|chef|erreich|treff))(?!\p{L})(?=.*(?<!\p{L})(?:ihr|euch|eure?\p{L}*|sie|ihre?|diese?\p{L}*|die)(?!\p{L})).*(?<!\p{L})(?:daten|datenbank|datensätze|infos?|informationen|angaben)(?!\p{L})/iu,
  /^(?:et |mais )?(?:d['’ ]où|comment|quand|où)(?!.*(?:équipe|gens|joindre|rencontr|contacter))(?!\p{L})(?=.*(?<!\p{L})(?:vous|vos|tu|tes|ces|cette|les)(?!\p{L})).*(?<!\p{L})(?:données|base|infos?|informations?|fiches)(?!\p{L})/iu,
  /^¿?(?:y |pero )?(?:de d[oó]nde|c[oó]mo|cu[aá]ndo|d[oó]nde)(?!.*(?:equipo|gente|contactar|conocer))(?!\p{L}).*(?<!\p{L})(?:datos|base de datos|informaci[oó]n|fichas)(?!\p{L})/iu,
  // What it can do.
  /^(?:est-ce (?:que|qu['’])\s*)?¿?(?:can|could|may|is it possible|how (?:do|can)|do you|kann|könnt?e?n?|darf|geht|wie|lässt|on peut|peut-on|je peux|puis-je|peux-tu|pouvez-vous|c['’]est possible|comment|(?:se )?puedo?|(?:se )?puede[ns]?|c[oó]mo|es posible)(?!\p{L})(?:\s+\p{L}[\p{L}'’-]*){0,6}?\s+(?:filter|sort|undo|export|import|download|upload|bookmark|log (?:in|out)|sign (?:in|up|out)|filtern|sortieren|exportieren|importieren|herunterladen|hochladen|rückgängig|abmelden|anmelden|filtrer|trier|exporter|importer|télécharger|annuler|filtrar|ordenar|exportar|importar|descargar|deshacer)(?!\p{L}).*\?\s*$/iu,
  /^¿?(?:was kannst du|was kann (?:ich|man) hier|what can (?:you|i|this) (?:do|ask|type)|what (?:else )?do you (?:do|know|cover)|qu['’]est-ce que tu (?:sais|peux)|que (?:sais|peux)-tu|que peux-tu faire|qu[eé] (?:sabes|puedes) hacer|qu[eé] puedo (?:hacer|preguntar)|how does (?:this|it) work|wie funktioniert (?:das|es|dies)|comment (?:ça|cela) (?:marche|fonctionne)|c[oó]mo funciona|are you (?:a |an )?(?:bot|human|robot|real|ai)|bist du (?:ein|eine) (?:bot|mensch|maschine|ki)|es-tu (?:un |une )?(?:robot|humain|bot|ia)|eres (?:un |una )?(?:robot|humano|bot|ia)|how much (?:does|is) (?:it|this|a (?:search|credit|look-?up))|was kostet (?:das|es|eine?) ?\p{L}*|combien (?:ça|cela) coûte|cu[aá]nto cuesta)(?!\p{L})[^\p{Lu}]*$/u,
];

/** Whether a text asks about the service. */
export const isAboutService = (text: string): boolean => {
  const asked = text.trim().replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
  return aboutService.some((one) => one.test(asked));
};
